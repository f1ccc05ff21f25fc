import { LRUCache } from "lru-cache";
import type { Principal } from "../access/principal.ts";

/** Longest that a change of a user, a role, a key or a session can go unnoticed, in milliseconds. */
const longestStale = 5000;

/**
 * Remembers who a credential stands for, so that a warm request needs neither database nor hashing. Every change of an
 * identity empties it at once, in every process; should that message be lost, entries end by themselves.
 */
export class PrincipalCache {
  readonly #known = new LRUCache<string, { readonly principal: Principal; readonly until: number }>({ max: 10_000 });
  #generation = 0;

  find(credential: string): Principal | undefined {
    const entry = this.#known.get(credential);
    if (entry && entry.until > Date.now()) return entry.principal;
    if (entry) this.#known.delete(credential);
    return undefined;
  }

  /** What was looked up before a change is not kept after it. */
  async lookUp(
    credential: string,
    find: () => Promise<{ readonly principal: Principal; readonly expiresAt?: number | undefined } | undefined>,
  ): Promise<Principal | undefined> {
    const generation = this.#generation;
    const found = await find();
    if (!found) return undefined;
    const until = Math.min(Date.now() + longestStale, found.expiresAt ?? Number.POSITIVE_INFINITY);
    if (generation === this.#generation) this.#known.set(credential, { principal: found.principal, until });
    return found.principal;
  }

  clear(): void {
    this.#generation += 1;
    this.#known.clear();
  }
}
