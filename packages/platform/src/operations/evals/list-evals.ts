import { holds } from "../../access/permissions.ts";
import type { EvalParameter } from "../../definitions/eval.ts";
import { isBuiltIn } from "../../evals/built-in-evals.ts";
import { AccessControlError } from "../../foundation/errors.ts";
import type { Call } from "../call.ts";

export interface EvalDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly config: readonly EvalParameter[];
  readonly builtIn: boolean;
}

/** What can score the answers of agents, for whoever may look at evaluations. */
export function listEvals({ principal, evals }: Call): readonly EvalDescription[] {
  if (!holds(principal.permissions, "evals", "read")) throw new AccessControlError();
  return evals.map((each) => {
    const { id, name, description, config } = each;
    return { id, name, description, config, builtIn: isBuiltIn(each) };
  });
}
