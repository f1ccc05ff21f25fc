import { keyPrincipal } from "../../access/key-principal.ts";
import { type Principal, servicePrincipal } from "../../access/principal.ts";
import { userPrincipal } from "../../access/user-principal.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { findUsedKey } from "../../storage/identity/api-keys.ts";
import { findIdentityById } from "../../storage/identity/users.ts";
import type { WorkflowRun } from "../../storage/workflows/runs.ts";
import type { Call } from "../call.ts";

/** Whose rights a run has, as they are now. Throws when they are locked out. */
export async function runPrincipal(
  { database }: Pick<Call, "database">,
  run: Pick<WorkflowRun, "actor" | "userId" | "apiKeyId" | "isScheduled">,
): Promise<Principal> {
  const { actor, userId, apiKeyId } = run;
  if (userId === null) return servicePrincipal(serviceKind(actor));
  if (apiKeyId !== null) {
    const key = await findUsedKey(database, apiKeyId);
    const principal = key && keyPrincipal(key);
    if (!principal) throw new BadInputError("The API key that started the run was revoked, or has expired.");
    return principal;
  }
  const identity = await findIdentityById(database, userId);
  const who = run.isScheduled ? "The owner of the workflow" : "The user who started the run";
  if (!identity) throw new BadInputError(`${who} was deleted, and the run has no rights without them.`);
  if (!identity.isActive) throw new BadInputError(`${who} is suspended, and the run has no rights without them.`);
  return userPrincipal(identity, { kind: actor === "session" ? "session" : "program" });
}

function serviceKind(actor: string): "internal" | "development" | "program" {
  return actor === "internal" || actor === "development" ? actor : "program";
}
