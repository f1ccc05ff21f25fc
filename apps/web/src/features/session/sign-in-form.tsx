import { type FormEvent, useState } from "react";
import { messageOf } from "../../shared/api/api-error.ts";
import { sessionStore } from "../../shared/session/session-store.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Notice, SessionCard } from "./session-card.tsx";
import { useSignIn } from "./use-sign-in.ts";

export function SignInForm({ next }: { readonly next: string | undefined }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [hasExpired] = useState(() => sessionStore.endReason() === "expired");
  const { options, withPassword, withOpenId, isReturning, isOpenIdRefused } = useSignIn(next);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    withPassword.mutate({ email: email.trim(), password });
  };

  return (
    <SessionCard title="Sign in">
      {options?.isSetUp === false && (
        <Notice tone="plain">
          Nobody can sign in yet. Open the set-up link that the platform printed when it started.
        </Notice>
      )}
      {hasExpired && !withPassword.isError && <Notice tone="plain">Your session has ended. Sign in to go on.</Notice>}
      {withPassword.isError && <Notice tone="danger">{messageOf(withPassword.error)}</Notice>}
      {isOpenIdRefused && <Notice tone="danger">The provider did not let you in.</Notice>}
      <form onSubmit={onSubmit} className="grid gap-3">
        <Field label="E-mail">
          {(control) => (
            <Input
              {...control}
              type="email"
              name="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Password">
          {(control) => (
            <Input
              {...control}
              type="password"
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" className="mt-1" isBusy={withPassword.isPending || isReturning}>
          Sign in
        </Button>
      </form>
      {options?.openId && (
        <>
          <div className="flex items-center gap-3 text-xs text-ink-faint" aria-hidden="true">
            <span className="h-px flex-1 bg-line" />
            or
            <span className="h-px flex-1 bg-line" />
          </div>
          <Button onClick={() => withOpenId.mutate()} isBusy={withOpenId.isPending || isReturning}>
            Sign in with your organisation
          </Button>
        </>
      )}
    </SessionCard>
  );
}
