import type { Call } from "../operations/call.ts";
import { type GeneratedKey, generateKey, type NewKeyInput } from "../operations/identity/api-keys.ts";

/** The platform's database interface, for programs that run beside it in the same process. */
class PlatformDatabaseHelper {
  #call: Call | undefined;

  readonly api = {
    key: {
      /** Makes an API key for a user. The key itself is given out this once. */
      generate: (input: NewKeyInput & { readonly user: string }): Promise<GeneratedKey> => {
        if (!this.#call) throw new Error("The platform has not started yet: a key needs its database.");
        return generateKey(this.#call, input);
      },
    },
  };

  /** Called by the platform when it starts. */
  attach(call: Call): void {
    this.#call = call;
  }
}

export const PlatformDatabase = new PlatformDatabaseHelper();
