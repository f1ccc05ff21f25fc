import { holds } from "../../access/permissions.ts";
import { AccessControlError } from "../../foundation/errors.ts";
import type { Call } from "../call.ts";

/** What can answer for agents, for whoever may use agents. */
export function listProviders({ principal, providers }: Call) {
  if (!holds(principal.permissions, "agents", "read")) throw new AccessControlError();
  return providers.map(({ id, name, options }) => {
    const { description, provider, modelName, capabilities, maxContextLength, workflows } = options;
    return {
      ...{ id, name, description, provider, modelName, capabilities, maxContextLength },
      workflows: workflows?.enabled ?? false,
    };
  });
}
