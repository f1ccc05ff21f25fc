import { formatAge, formatDate } from "../format/format-values.ts";

/** How long ago, with the exact moment on hover. */
export function Time({ value }: { readonly value: string }) {
  return (
    <time dateTime={value} title={formatDate(value)} className="whitespace-nowrap">
      {formatAge(value)}
    </time>
  );
}
