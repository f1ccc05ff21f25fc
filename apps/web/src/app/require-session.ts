import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { sessionStore } from "../shared/session/session-store.ts";

/** Leads whoever is not signed in to the sign-in page, and from there back to where they wanted to go. */
export function requireSession({ location }: { readonly location: ParsedLocation }): void {
  if (sessionStore.current()) return;
  const isWanted = sessionStore.endReason() !== "signed-out" && location.href !== "/";
  throw redirect({ to: "/sign-in", search: isWanted ? { next: location.href } : {} });
}
