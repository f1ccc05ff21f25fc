import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { type Session, sessionStore } from "../../shared/session/session-store.ts";
import { beginOpenId, takeOpenIdReturn } from "./open-id.ts";
import { type FirstAdmin, setUpFirstAdmin, signIn, signInOptionsQuery, takeOpenIdSession } from "./queries.ts";
import { parseSignInSearch } from "./sign-in-search.ts";

/** Signing in, with a password or at a provider, and going on to where one wanted to go. */
export function useSignIn(next: string | undefined) {
  const enter = useEnter();
  const { data: options } = useQuery(signInOptionsQuery);
  const [returned] = useState(takeOpenIdReturn);
  const withPassword = useMutation({ mutationFn: signIn, onSuccess: (session) => enter(session, next) });
  const withOpenId = useMutation({ mutationFn: () => beginOpenId(next) });
  const withCode = useMutation({ mutationFn: takeOpenIdSession });

  const takeReturned = useEffectEvent(() => {
    if (returned.kind !== "code") return;
    const { code, verifier } = returned;
    const wanted = parseSignInSearch({ next: returned.next }).next;
    withCode.mutate({ code, verifier }, { onSuccess: (session) => enter(session, wanted) });
  });
  useEffect(() => takeReturned(), []);

  return {
    options,
    withPassword,
    withOpenId,
    isReturning: withCode.isPending,
    isOpenIdRefused: returned.kind === "refused" || withCode.isError,
  };
}

/** Setting up the first super admin, who is signed in at once. */
export function useSetUp() {
  const enter = useEnter();
  return useMutation({
    mutationFn: (admin: FirstAdmin) => setUpFirstAdmin(admin),
    onSuccess: (session) => enter(session, undefined),
  });
}

function useEnter(): (session: Session, next: string | undefined) => Promise<void> {
  const navigate = useNavigate();
  const router = useRouter();
  return async (session, next) => {
    sessionStore.begin(session);
    if (next === undefined) await navigate({ to: "/", replace: true });
    else router.history.replace(next);
  };
}
