import { postJson } from "../api/request.ts";
import { flushRemovals } from "../undo/removals.ts";
import { sessionStore } from "./session-store.ts";

/** Ends the session on the platform and here; here also when the platform does not answer. */
export async function signOut(): Promise<void> {
  if (!sessionStore.current()) return;
  try {
    await flushRemovals({ keepalive: false });
    await postJson("/auth/sign-out", {});
  } catch {
    // The token ends by itself, and nothing of it stays in this browser.
  }
  sessionStore.end("signed-out");
}
