import type { ReactNode } from "react";

/** What it is called, and what it is. One without a value is not shown. */
export type Fact = readonly [term: string, value: ReactNode];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-6">
      {facts
        .filter(([, value]) => value)
        .map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-xs text-ink-faint">{term}</dt>
            <dd className="font-medium break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
