/** What the platform gives out at sign-in. */
export interface Session {
  readonly token: string;
  readonly expiresAt: string;
  readonly user: { readonly id: string; readonly email: string };
}

export type EndReason = "signed-out" | "expired";

const key = "platform.session";

/**
 * Who is signed in here. The token lies in the storage of this origin, which no other origin can read, so that every tab
 * and every link opened anew is signed in; see docs/decisions/011.
 */
class SessionStore {
  #session: Session | undefined = readStored();
  #reason: EndReason | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor() {
    this.#watchExpiry();
    // Signing out in one tab signs out of all of them.
    window.addEventListener("storage", (event) => {
      if (event.key === key || event.key === null) this.#set(readStored(), "signed-out");
    });
  }

  readonly current = (): Session | undefined => this.#session;

  /** Why there is none, for the sign-in page to say. */
  readonly endReason = (): EndReason | undefined => this.#reason;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  begin(session: Session): void {
    write(JSON.stringify(session));
    this.#set(session, undefined);
  }

  /** Forgets the token, and whatever else of the work is kept in this browser. */
  end(reason: EndReason): void {
    if (!this.#session) return;
    forgetStored();
    this.#set(undefined, reason);
  }

  #set(session: Session | undefined, reason: EndReason | undefined): void {
    this.#session = session;
    this.#reason = session ? undefined : reason;
    this.#watchExpiry();
    for (const listener of this.#listeners) listener();
  }

  #watchExpiry(): void {
    clearTimeout(this.#timer);
    if (!this.#session) return;
    const remaining = Date.parse(this.#session.expiresAt) - Date.now();
    this.#timer = setTimeout(() => this.end("expired"), Math.max(0, remaining));
  }
}

function readStored(): Session | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "null") as Session | null;
    const isUsable = typeof stored?.token === "string" && Date.parse(stored.expiresAt) > Date.now();
    return isUsable ? stored : undefined;
  } catch {
    // Not ours, or storage is switched off: then the session lasts as long as the page.
    return undefined;
  }
}

function write(value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is switched off or full.
  }
}

/** The theme stays; the explorer's tabs and history hold what somebody looked at, and go. */
function forgetStored(): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name === key || name.startsWith("graphiql:")) localStorage.removeItem(name);
    }
    sessionStorage.clear();
  } catch {
    // Storage is switched off: there is nothing to forget.
  }
}

export const sessionStore = new SessionStore();
