import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Panel } from "../../shared/ui/page.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { AuditList } from "./audit-list.tsx";
import { auditQuery } from "./queries.ts";

export function RecentActivity() {
  const query = useQuery(auditQuery({}, { limit: 8 }));
  return (
    <Panel
      title="Recent activity"
      actions={
        <Link to="/audit-log" className="text-xs text-accent-ink hover:underline">
          Audit log
        </Link>
      }
    >
      <QueryView query={query}>
        {({ items }) =>
          items.length === 0 ? <EmptyState title="Nothing has happened yet" /> : <AuditList entries={items} />
        }
      </QueryView>
    </Panel>
  );
}

/** What happened to one record. */
export function RecordHistory({ resource, recordId }: { readonly resource: string; readonly recordId: string }) {
  const query = useQuery(auditQuery({ resource, recordId }, { limit: 100 }));
  return (
    <div className="max-w-2xl rounded-lg border bg-raised">
      <QueryView query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No changes are on record">Entries are kept for a limited time.</EmptyState>
          ) : (
            <AuditList entries={items} isOneRecord />
          )
        }
      </QueryView>
    </div>
  );
}
