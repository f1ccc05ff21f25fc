import { holds } from "../../access/permissions.ts";
import { textProblem } from "../../definitions/text-problem.ts";
import { AccessControlError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { parsePage } from "../../query/parse-page.ts";
import { type AuditRecord, countAudit, readAudit } from "../../storage/audit/audit-log.ts";
import type { Call } from "../call.ts";

export interface AuditOptions {
  readonly resource?: string | null | undefined;
  readonly recordId?: string | null | undefined;
  readonly userId?: string | null | undefined;
  readonly limit?: number | null | undefined;
  readonly page?: number | null | undefined;
}

export interface AuditPage {
  readonly items: readonly AuditRecord[];
  readonly count: number;
  readonly limit: number;
  readonly page: number;
}

/** Who did what to which record, newest first. */
export async function listAudit(call: Call, options: AuditOptions): Promise<AuditPage> {
  if (!holds(call.principal.permissions, "users", "read")) throw new AccessControlError();
  const { limit, page } = parsePage(options.limit, options.page);
  const isImpossible =
    [options.recordId, options.userId].some((id) => id && !isId(id)) ||
    textProblem(options.resource ?? "") !== undefined;
  if (isImpossible) return { items: [], count: 0, limit, page };
  const query = { ...options, limit, offset: (page - 1) * limit };
  const [items, count] = await Promise.all([readAudit(call.database, query), countAudit(call.database, query)]);
  return { items, count, limit, page };
}
