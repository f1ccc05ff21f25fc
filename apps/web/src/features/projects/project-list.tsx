import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FolderKanban } from "lucide-react";
import { RecordTable } from "../../shared/records/record-table.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { projectKind, projectsQuery } from "./queries.ts";

const audiences = { private: "only its creator", users: "shared", roles: "shared", public: "everyone" } as const;

export function ProjectList() {
  const query = useQuery(projectsQuery);
  return (
    <QueryView query={query}>
      {(projects) => (
        <RecordTable
          kind={projectKind}
          label="Projects"
          rows={projects}
          empty={
            <EmptyState icon={<FolderKanban size={22} />} title="There are no projects yet">
              A project keeps conversations about one thing together, with instructions that hold for all of them.
            </EmptyState>
          }
          columns={[
            {
              label: "Name",
              render: ({ id, name }) => (
                <Link to="/projects/$projectId" params={{ projectId: id }} className="font-medium hover:underline">
                  {name}
                </Link>
              ),
            },
            {
              label: "Description",
              className: "min-w-48",
              render: ({ description }) => <span className="line-clamp-1 text-ink-soft">{description}</span>,
            },
            { label: "For", render: ({ RBAC }) => <Badge>{audiences[RBAC.type]}</Badge> },
            { label: "Changed", render: ({ updatedAt }) => <Time value={updatedAt} /> },
          ]}
        />
      )}
    </QueryView>
  );
}
