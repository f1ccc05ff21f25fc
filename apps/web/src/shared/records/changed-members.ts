/** Of an object the members that are not as they were before. */
export function changedMembers<Members extends object>(before: Members, after: Members): Partial<Members> {
  const earlier = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(earlier.get(name)),
  );
  return Object.fromEntries(changed) as Partial<Members>;
}
