import { join } from "node:path";
import { findFreePort } from "./find-free-port.ts";
import { findServerUser } from "./find-server-user.ts";
import { installPostgres, postgresPrograms } from "./install-postgres.ts";
import { makeServerFolder } from "./make-server-folder.ts";
import { runServer } from "./run-server.ts";

/** Starts a private PostgreSQL with pgvector, installing both where they are missing. */
export async function startPostgres(options: { readonly durable: boolean }) {
  await installPostgres();
  const user = await findServerUser("postgres");
  const folder = await makeServerFolder("postgres", user);
  const port = await findFreePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "256MB",
    ...(options.durable ? {} : undurable),
  };

  const server = await runServer({
    name: "PostgreSQL",
    folder,
    user,
    command: [
      ...["sh", "-c", createAndServe, "sh", postgresPrograms, join(folder, "data")],
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    probe: [join(postgresPrograms, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", String(port)],
  });
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: server.stop };
}

const undurable = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

// One script, so that whoever ends the server also ends a creation that is still under way.
const createAndServe = `
  programs=$1 data=$2
  shift 2
  "$programs/initdb" --pgdata "$data" --username postgres --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync &&
    exec "$programs/postgres" -D "$data" "$@"
`;
