import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { ProjectList } from "../features/projects/project-list.tsx";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";

export function ProjectsPage() {
  return (
    <Page
      title="Projects"
      description="Conversations about one thing, with instructions and items in common."
      actions={
        <Link to="/projects/$projectId" params={{ projectId: "new" }} className={buttonClass("primary")}>
          <Plus size={15} />
          New project
        </Link>
      }
    >
      <ProjectList />
    </Page>
  );
}
