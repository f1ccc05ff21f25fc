import { relationNames } from "./relation-names.ts";
import type { Resource } from "./resource.ts";

/**
 * Resources whose tables and indexes would have the same name, as with the field `b_c` of a context `a` and the field `c`
 * of a context `a_b`. `label` is how faults name a resource.
 */
export function relationClashes(resources: readonly Resource[], label: (resource: Resource) => string): string[] {
  const faults: string[] = [];
  const owners = new Map<string, string>();
  const seen = new Set<string>();
  for (const resource of resources) {
    // Two with one id have every name in common, which is one fault, told elsewhere.
    if (seen.has(resource.id)) continue;
    seen.add(resource.id);
    for (const { name, what } of relationNames(resource)) {
      const owner = `${what} of ${label(resource)}`;
      const other = owners.get(name);
      if (other) faults.push(`${owner} and ${other} would both be called ${name} in the database`);
      else owners.set(name, owner);
    }
  }
  return faults;
}
