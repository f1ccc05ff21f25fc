import { type FormEvent, useState } from "react";
import { isApiError, messageOf } from "../../shared/api/api-error.ts";
import { passwordProblem, shortestPassword } from "../../shared/session/password-problem.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { useChangePassword } from "./use-change-password.ts";

export function PasswordForm({ email }: { readonly email: string }) {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [problem, setProblem] = useState<string>();
  const change = useChangePassword(() => {
    setCurrent("");
    setNext("");
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = passwordProblem(next);
    setProblem(wrong);
    if (!wrong) change.mutate({ current, next });
  };
  const isWrong = isApiError(change.error, "UNAUTHENTICATED");
  const error = change.error && !isWrong ? messageOf(change.error) : undefined;
  return (
    <form onSubmit={onSubmit} className="grid max-w-sm gap-4">
      {/* Password managers need to know whose it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={isWrong ? "This is not your password." : undefined}>
        {(control) => (
          <Input
            {...control}
            type="password"
            required
            autoComplete="current-password"
            value={current}
            onChange={({ target }) => setCurrent(target.value)}
          />
        )}
      </Field>
      <Field
        label="New password"
        hint={`At least ${shortestPassword} characters. You will be signed out everywhere else.`}
        error={problem ?? error}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            required
            autoComplete="new-password"
            value={next}
            onChange={({ target }) => setNext(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" isBusy={change.isPending}>
          Change the password
        </Button>
      </div>
    </form>
  );
}
