export interface AuditSearch {
  /** Only records of this type. */
  readonly resource?: string;
  readonly record?: string;
  readonly user?: string;
  readonly page?: number;
}

export function parseAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const text = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const [resource, record, user] = [text("resource"), text("record"), text("user")];
  const { page } = search;
  return {
    ...(resource && { resource }),
    ...(record && { record }),
    ...(user && { user }),
    ...(typeof page === "number" && Number.isInteger(page) && page > 1 && { page }),
  };
}
