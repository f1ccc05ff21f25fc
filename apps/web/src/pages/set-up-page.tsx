import { useState } from "react";
import { SetUpForm } from "../features/session/set-up-form.tsx";

export function SetUpPage() {
  // Behind the #, which browsers keep to themselves.
  const [secret] = useState(() => location.hash.slice(1));
  return <SetUpForm secret={secret} />;
}
