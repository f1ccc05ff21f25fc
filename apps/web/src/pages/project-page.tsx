import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ProjectForm } from "../features/projects/project-form.tsx";
import { projectKind, projectQuery } from "../features/projects/queries.ts";
import { useRemoveRecord, useSaveRecord } from "../shared/records/use-records.ts";
import { Page } from "../shared/ui/page.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import { RecordPage } from "./record-page.tsx";

const route = getRouteApi("/shell/projects/$projectId");

const trail = <TrailLink to="/projects">Projects</TrailLink>;

export function ProjectPage() {
  const { projectId } = route.useParams();
  const navigate = route.useNavigate();
  if (projectId !== "new") return <KnownProject key={projectId} id={projectId} />;
  return (
    <Page title="New project" width="narrow" trail={trail}>
      <ProjectForm
        project={undefined}
        onSaved={({ id }) =>
          void navigate({ to: "/projects/$projectId", params: { projectId: id }, replace: true, ignoreBlocker: true })
        }
      />
    </Page>
  );
}

function KnownProject({ id }: { readonly id: string }) {
  const query = useQuery(projectQuery(id));
  const navigate = route.useNavigate();
  const remove = useRemoveRecord(projectKind);
  const save = useSaveRecord(projectKind);
  return (
    <RecordPage
      title="Project"
      trail={trail}
      query={query}
      form={(project) => <ProjectForm project={project} />}
      // They are personal: whoever sees them here may write.
      canWrite
      onRemove={(project) => {
        remove(project);
        void navigate({ to: "/projects", ignoreBlocker: true });
      }}
      saving={save}
      onRights={({ name }, RBAC) => save.mutate({ id, input: { name, RBAC } })}
    />
  );
}
