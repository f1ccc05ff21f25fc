import { StartRefusedError } from "../../foundation/errors.ts";
import type { Database } from "../database.ts";

/** Makes what all tables need: vectors, which are an extension of PostgreSQL, and the place of the platform's state. */
export async function prepareDatabase(database: Database): Promise<void> {
  await explained(database.run("create extension if not exists vector"), {
    "0A000": installVectors,
    // What versions before 15 say.
    "58P01": installVectors,
    "42501":
      "DATABASE_URL names a role that may not add the extension pgvector; have a superuser run this once in that database: create extension vector",
  });
  await explained(
    database.run("create table if not exists platform_state (key text primary key, value jsonb not null)"),
    {
      "42501":
        "DATABASE_URL names a role that may not make tables; have the owner of the database run this once in it: grant create on schema public to <role>",
    },
  );
}

/** What to do about a server without pgvector. */
export const installVectors =
  "the server has no pgvector; install it there (on Debian the package postgresql-<version>-pgvector), or leave out DATABASE_URL for the embedded database, which has it";

/** What a deployer can do about a statement that fails, by SQLSTATE. */
async function explained(statement: Promise<void>, remedies: Readonly<Record<string, string>>): Promise<void> {
  try {
    await statement;
  } catch (error) {
    const remedy = remedies[stateOf(error)];
    if (!remedy) throw error;
    throw new StartRefusedError("PostgreSQL can't be used as it is, and nothing was changed:", [remedy]);
  }
}

function stateOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && /^[0-9A-Z]{5}$/.test(String(error.code)) ? String(error.code) : stateOf(error.cause);
}
