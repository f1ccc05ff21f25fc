import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { RecordTable } from "../../shared/records/record-table.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { type CasesView, caseKind, type ListedCase, testCasesQuery } from "./case-queries.ts";

interface CaseListProps {
  readonly view: CasesView;
  onPage(page: number): void;
}

export function CaseList({ view, onPage }: CaseListProps) {
  const query = useQuery(testCasesQuery(view));
  return (
    <QueryView query={query}>
      {({ items, pageInfo }) => (
        <RecordTable
          kind={caseKind}
          label="Test cases"
          rows={items}
          pages={{ info: pageInfo, noun: "case", onPage }}
          empty={
            <EmptyState title={view.words ? "No case has these words" : "There are no cases yet"}>
              {view.words ? undefined : "A case says what an agent is asked, and what a good answer is."}
            </EmptyState>
          }
          columns={[
            {
              label: "Case",
              className: "min-w-32",
              render: ({ id, name }) => (
                <Link
                  to="/evaluations/cases/$caseId"
                  params={{ caseId: id }}
                  className="font-medium break-words hover:underline"
                >
                  {name}
                </Link>
              ),
            },
            {
              label: "Question",
              className: "min-w-56",
              render: (each) => <span className="line-clamp-2 text-ink-soft">{questionOf(each)}</span>,
            },
            {
              label: "Expected answer",
              className: "min-w-40",
              render: ({ expected_output }) => <span className="line-clamp-2">{expected_output}</span>,
            },
          ]}
        />
      )}
    </QueryView>
  );
}

/** Of a conversation, what the user says last. */
function questionOf({ inputs }: ListedCase): string {
  if (typeof inputs === "string") return inputs;
  const last: unknown = Array.isArray(inputs) ? inputs.at(-1) : undefined;
  return typeof last === "object" && last !== null && "content" in last ? String(last.content) : JSON.stringify(inputs);
}
