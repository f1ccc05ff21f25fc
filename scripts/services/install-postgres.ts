import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { buildPgvector } from "./build-pgvector.ts";
import { installPackages } from "./install-packages.ts";
import { commandSucceeds } from "./run-command.ts";

/** Where Debian keeps the programs of PostgreSQL 15. */
export const postgresPrograms = "/usr/lib/postgresql/15/bin";

/** Makes sure that PostgreSQL and pgvector are installed, or fails with the reason why they cannot be. */
export async function installPostgres(): Promise<void> {
  const hasPostgres = await commandSucceeds(`${postgresPrograms}/postgres`, "--version");
  if (hasPostgres && existsSync(pgvectorControlFile)) return;

  if (!hasPostgres && process.getuid?.() === 0) await avoidDefaultCluster();
  await installPackages(
    ...["postgresql-15", "postgresql-server-dev-15", "build-essential", "dpkg-dev"],
    // Verifies the release that pgvector's source is taken from; an old one lacks its keys.
    "debian-archive-keyring",
  );
  if (!existsSync(pgvectorControlFile)) await buildPgvector(`${postgresPrograms}/pg_config`);
}

const pgvectorControlFile = "/usr/share/postgresql/15/extension/vector.control";

/** Debian's package otherwise creates and starts a public cluster on port 5432, which nobody here needs. */
async function avoidDefaultCluster(): Promise<void> {
  const folder = "/etc/postgresql-common/createcluster.d";
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/no-main-cluster.conf`, "create_main_cluster = false\n");
}
