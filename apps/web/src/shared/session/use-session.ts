import { useSyncExternalStore } from "react";
import { type Session, sessionStore } from "./session-store.ts";

export function useSession(): Session | undefined {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.current);
}
