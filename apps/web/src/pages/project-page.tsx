import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ProjectForm } from "../features/projects/project-form.tsx";
import { projectQuery } from "../features/projects/queries.ts";
import { useRemoveProject, useSaveProject } from "../features/projects/use-projects.ts";
import { Page } from "../shared/ui/page.tsx";
import { RecordPage } from "./record-page.tsx";

const route = getRouteApi("/shell/projects/$projectId");

const trail = (
  <Link to="/projects" className="hover:text-ink">
    Projects
  </Link>
);

export function ProjectPage() {
  const { projectId } = route.useParams();
  const navigate = route.useNavigate();
  if (projectId !== "new") return <KnownProject key={projectId} id={projectId} />;
  return (
    <Page title="New project" width="narrow" trail={trail}>
      <ProjectForm
        project={undefined}
        onSaved={({ id }) => void navigate({ to: "/projects/$projectId", params: { projectId: id }, replace: true })}
      />
    </Page>
  );
}

function KnownProject({ id }: { readonly id: string }) {
  const query = useQuery(projectQuery(id));
  const navigate = route.useNavigate();
  const remove = useRemoveProject();
  const save = useSaveProject();
  return (
    <RecordPage
      title="Project"
      trail={trail}
      query={query}
      form={(project) => <ProjectForm project={project} onSaved={() => undefined} />}
      onRemove={(project) => {
        remove(project);
        void navigate({ to: "/projects" });
      }}
      saving={save}
      onRights={({ name }, RBAC) => save.mutate({ id, input: { name, RBAC } })}
    />
  );
}
