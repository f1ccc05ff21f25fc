import { BadInputError } from "../../foundation/errors.ts";
import type { SecretBox } from "../../foundation/secret-box.ts";
import { listSealedVariables, resealVariable } from "../../storage/identity/variables.ts";
import type { Call } from "../call.ts";

/** Seals every variable anew under the current secret, all or none. One that no known secret opens stops it. */
export function rotateVariables({ database, secrets }: Pick<Call, "database" | "secrets">): Promise<number> {
  return database.transaction(async () => {
    const variables = await listSealedVariables(database);
    for (const { id, name, value } of variables) {
      await resealVariable(database, id, secrets.seal(opened(secrets, name, value)));
    }
    return variables.length;
  });
}

/** What to do about a variable that no known secret opens. */
export const unopenedRemedy = "put the secret that sealed it into SESSION_SECRET_PREVIOUS, or set the variable anew";

function opened(secrets: SecretBox, name: string, value: string): string {
  try {
    return secrets.open(value);
  } catch (error) {
    throw new BadInputError(`The variable "${name}" can't be opened: ${unopenedRemedy}. Nothing was changed.`, {
      cause: error,
    });
  }
}
