import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { ProjectForm } from "../features/projects/project-form.tsx";
import { type Project, projectQuery } from "../features/projects/queries.ts";
import { useRemoveProject, useSaveProject } from "../features/projects/use-projects.ts";
import { RightsEditor } from "../features/rights/rights-editor.tsx";
import { Button } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";

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
  const onRemove = async (project: Project) => {
    remove(project);
    await navigate({ to: "/projects" });
  };
  return (
    <Page
      title={query.data?.name ?? "Project"}
      width="narrow"
      trail={trail}
      actions={
        query.data && (
          <Button look="danger" onClick={() => query.data && void onRemove(query.data)}>
            <Trash2 size={14} />
            Delete
          </Button>
        )
      }
    >
      <QueryView query={query}>
        {(project) => (
          <div className="grid gap-8">
            <ProjectForm project={project} onSaved={() => undefined} />
            <ProjectRights project={project} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function ProjectRights({ project }: { readonly project: Project }) {
  const save = useSaveProject();
  const { id, name, RBAC } = project;
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">Who may use it</h2>
      <RightsEditor
        key={JSON.stringify(RBAC)}
        rights={RBAC}
        canWrite
        isBusy={save.isPending}
        error={save.error}
        onSave={(rights) => save.mutate({ id, input: { name, RBAC: rights } })}
      />
    </section>
  );
}
