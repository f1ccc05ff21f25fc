import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { isApiError, messageOf } from "../../shared/api/api-error.ts";
import { passwordProblem, shortestPassword } from "../../shared/session/password-problem.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Notice, SessionCard } from "./session-card.tsx";
import { useSetUp } from "./use-sign-in.ts";

/** `secret`: what the link carried. */
export function SetUpForm({ secret }: { readonly secret: string }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const setUp = useSetUp();
  const problem = isChecked ? passwordProblem(password) : undefined;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (passwordProblem(password)) return;
    setUp.mutate({ token: secret, email: email.trim(), password, ...(name.trim() && { name: name.trim() }) });
  };

  if (secret === "") {
    return (
      <SessionCard title="Set up the first admin">
        <Notice tone="plain">Open the whole link that the platform printed when it started.</Notice>
        <SignInLink />
      </SessionCard>
    );
  }
  return (
    <SessionCard title="Set up the first admin">
      <p className="text-ink-soft">You will have every right, and can invite others afterwards.</p>
      {setUp.isError && (
        <Notice tone="danger">
          {isApiError(setUp.error, "UNAUTHENTICATED")
            ? "This link was used already, or is more than a day old. Start the platform again for a new one."
            : messageOf(setUp.error)}
        </Notice>
      )}
      <form onSubmit={onSubmit} className="grid gap-3">
        <Field label="Your name">
          {(control) => (
            <Input {...control} autoComplete="name" value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Field label="E-mail" required>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Password" required hint={`At least ${shortestPassword} characters.`} error={problem}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" className="mt-1" isBusy={setUp.isPending}>
          Create the account
        </Button>
      </form>
      {setUp.isError && <SignInLink />}
    </SessionCard>
  );
}

function SignInLink() {
  return (
    <Link to="/sign-in" className="text-center text-accent-ink underline underline-offset-2">
      Go to the sign-in page
    </Link>
  );
}
