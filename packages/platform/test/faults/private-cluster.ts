import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "../../../../scripts/services/find-free-port.ts";
import { findServerUser, type ServerUser } from "../../../../scripts/services/find-server-user.ts";
import { postgresPrograms } from "../../../../scripts/services/install-postgres.ts";
import { makeServerFolder } from "../../../../scripts/services/make-server-folder.ts";
import { runCommand } from "../../../../scripts/services/run-command.ts";
import { type RunningServer, runServer } from "../../../../scripts/services/run-server.ts";

/** Whether a PostgreSQL of our own can be had, to be crashed at will. */
export const hasPrograms = existsSync(join(postgresPrograms, "postgres"));

/** A PostgreSQL server that can crash and come back at the same address with the same data. */
export class PrivateCluster {
  readonly port: number;
  readonly #folder: string;
  readonly #user: ServerUser | undefined;
  #programs = postgresPrograms;
  #server: RunningServer | undefined;

  private constructor(port: number, folder: string, user: ServerUser | undefined) {
    this.port = port;
    this.#folder = folder;
    this.#user = user;
  }

  static async start(options: { readonly hasVectors: boolean } = { hasVectors: true }): Promise<PrivateCluster> {
    const user = await findServerUser("postgres");
    const cluster = new PrivateCluster(await findFreePort(), await makeServerFolder("cluster", user), user);
    if (!options.hasVectors) await cluster.#installWithoutVectors();
    await cluster.comeBack();
    return cluster;
  }

  get url(): string {
    return `postgres://postgres:a-password-nobody-may-see@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts it, with what it held before. */
  async comeBack(): Promise<void> {
    const settings = { port: this.port, listen_addresses: "127.0.0.1", unix_socket_directories: "", fsync: "off" };
    this.#server = await runServer({
      name: "PostgreSQL",
      // Its log is removed when it ends; the data lies elsewhere and stays.
      folder: await makeServerFolder("cluster-log", this.#user),
      user: this.#user,
      command: [
        ...["sh", "-c", createAndServe, "sh", this.#programs, join(this.#folder, "data")],
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ],
      probe: [join(postgresPrograms, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", String(this.port)],
    });
  }

  /** Ends it at once, as a crash would: connections break, nothing is written to disk any more. */
  async crash(): Promise<void> {
    const [pid] = (await readFile(join(this.#folder, "data", "postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGQUIT");
    await this.#server?.stop();
    this.#server = undefined;
  }

  async discard(): Promise<void> {
    await this.#server?.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** PostgreSQL looks for its extensions at a place relative to its program: a copy of it finds those beside the copy. */
  async #installWithoutVectors(): Promise<void> {
    await runCommand("sh", "-c", copyWithoutVectors, "sh", postgresPrograms, this.#folder);
    this.#programs = join(this.#folder, "lib/postgresql/15/bin");
  }
}

const copyWithoutVectors = `
  programs=$1 folder=$2
  mkdir -p "$folder/lib/postgresql/15/bin" "$folder/share/postgresql/15"
  cp "$programs/postgres" "$programs/initdb" "$folder/lib/postgresql/15/bin"
  ln -s "$programs/../lib" "$folder/lib/postgresql/15/lib"
  cp -rs /usr/share/postgresql/15/. "$folder/share/postgresql/15"
  rm -f "$folder/share/postgresql/15/extension/vector"*
`;

const createAndServe = `
  programs=$1 data=$2
  shift 2
  [ -e "$data" ] || "$programs/initdb" --pgdata "$data" --username postgres --auth trust --encoding UTF8 --no-sync || exit 1
  exec "$programs/postgres" -D "$data" "$@"
`;
