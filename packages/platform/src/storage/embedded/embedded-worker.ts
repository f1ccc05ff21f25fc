import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { columnParsers } from "../row-values.ts";
import type { DriverFailure, Reply, Request, WorkerSettings } from "./messages.ts";
import { readTemplate } from "./template.ts";

/** Runs PGlite in a thread of its own: a long statement would otherwise hold up every other request. */
async function main(port: NonNullable<typeof parentPort>, settings: WorkerSettings): Promise<void> {
  const database = await openPglite(settings);
  const reply = (message: Reply) => port.postMessage(message);
  database.onNotification((channel, payload) => reply({ kind: "heard", channel, payload }));

  const answer = async (request: Request): Promise<{ names: string[]; rows: unknown[][] }> => {
    switch (request.kind) {
      case "query": {
        const result = await database.query<unknown[]>(request.text, [...request.values], { rowMode: "array" });
        return { names: result.fields.map((field) => field.name), rows: result.rows };
      }
      case "script":
        await database.exec(request.text);
        break;
      case "close":
        await database.close();
        break;
    }
    return { names: [], rows: [] };
  };

  port.on("message", (request: Request) => {
    answer(request).then(
      (result) => reply({ kind: "rows", id: request.id, ...result }),
      (error: unknown) => reply({ kind: "failed", id: request.id, error: failure(error) }),
    );
  });
  reply({ kind: "ready" });
}

async function openPglite({ folder }: WorkerSettings): Promise<PGlite> {
  const extensions = { vector };
  const database = await PGlite.create(
    folder ? { dataDir: folder, extensions } : { extensions, loadDataDir: await templateBlob() },
  );
  useOurValues(database);
  return database;
}

async function templateBlob(): Promise<Blob> {
  return new Blob([new Uint8Array(await readTemplate())], { type: "application/x-tar" });
}

/** Values go in and come out as on a PostgreSQL server: as text, but for the types that both databases read alike. */
function useOurValues({ parsers, serializers }: PGlite): void {
  for (const type of Object.keys(parsers)) parsers[type] = columnParsers.get(Number(type)) ?? String;
  for (const [type, parse] of columnParsers) parsers[type] = parse;
  for (const type of Object.keys(serializers)) serializers[type] = String;
}

function failure(error: unknown): DriverFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, detail, column, constraint } = error as Error & DriverFailure;
  return {
    message: error.message,
    ...(code && { code }),
    ...(detail && { detail }),
    ...(column && { column }),
    ...(constraint && { constraint }),
  };
}

if (parentPort) await main(parentPort, workerData as WorkerSettings);
