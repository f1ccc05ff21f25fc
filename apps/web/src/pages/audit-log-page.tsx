import { getRouteApi } from "@tanstack/react-router";
import { AuditLog } from "../features/audit/audit-log.tsx";
import { Page } from "../shared/ui/page.tsx";

const route = getRouteApi("/shell/audit-log");

export function AuditLogPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title="Audit log" description="Who changed what, and when.">
      <AuditLog search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
    </Page>
  );
}
