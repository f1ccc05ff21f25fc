const most = 20;

/** What a source could not use. It is told in the end, so that everything else is stored before. */
export class Faults {
  readonly #first: string[] = [];
  #count = 0;

  add(where: string, error: unknown): void {
    this.#count += 1;
    if (this.#first.length < most) this.#first.push(`${where}: ${reasonOf(error)}`);
  }

  /** What the work gives; undefined when it throws, which is a fault. */
  caught<Result>(where: string, work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.add(where, error);
      return undefined;
    }
  }

  /** Throws when there are any: a run that missed something must not pass for one that saw everything. */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const more = this.#count > most ? `; and ${this.#count - most} more` : "";
    throw new Error(`Not everything can be used: ${this.#first.join("; ")}${more}.`);
  }
}

/** Without where on this machine something is. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && "code" in error && "path" in error) return `it can't be opened (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}
