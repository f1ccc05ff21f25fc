import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { PageInfo } from "../../shared/table/pager.tsx";

export interface AuditEntry {
  readonly id: string;
  readonly createdAt: string;
  readonly action: string;
  readonly resource: string;
  readonly recordId: string | null;
  readonly actor: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly fields: readonly string[];
}

export interface AuditFilter {
  readonly resource?: string | undefined;
  readonly recordId?: string | undefined;
  readonly userId?: string | undefined;
}

export const auditOperation = operation<
  { readonly auditLog: { readonly pageInfo: PageInfo; readonly items: readonly AuditEntry[] } },
  AuditFilter & { readonly limit: number; readonly page: number }
>(`
  query AuditLog($resource: String, $recordId: ID, $userId: ID, $limit: Int, $page: Int) {
    auditLog(resource: $resource, recordId: $recordId, userId: $userId, limit: $limit, page: $page) {
      pageInfo { pageCount itemCount currentPage }
      items { id createdAt action resource recordId actor userId apiKeyId fields }
    }
  }
`);

export const auditQuery = (filter: AuditFilter, { limit, page = 1 }: { limit: number; page?: number }) =>
  queryOptions({
    queryKey: ["audit", filter, limit, page],
    queryFn: async ({ signal }) => (await request(auditOperation, { ...filter, limit, page }, { signal })).auditLog,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
