import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { columnParsers } from "../row-values.ts";
import type { DriverFailure, Reply, Request, WorkerSettings } from "./messages.ts";
import { readTemplate } from "./template.ts";

/** Runs PGlite in a thread of its own: a long statement would otherwise hold up every other request. */
async function main(port: NonNullable<typeof parentPort>, settings: WorkerSettings): Promise<void> {
  const database = await openPglite(settings);
  const unlisten = new Map<string, () => Promise<void>>();
  const reply = (message: Reply) => port.postMessage(message);

  const answer = async (request: Request): Promise<{ names: string[]; rows: unknown[][] }> => {
    switch (request.kind) {
      case "query": {
        const result = await database.query<unknown[]>(request.text, [...request.values], {
          rowMode: "array",
          parsers,
        });
        return { names: result.fields.map((field) => field.name), rows: result.rows };
      }
      case "script":
        await database.exec(request.text);
        break;
      case "listen": {
        const { channel } = request;
        unlisten.set(channel, await database.listen(channel, (payload) => reply({ kind: "heard", channel, payload })));
        break;
      }
      case "unlisten":
        await unlisten.get(request.channel)?.();
        unlisten.delete(request.channel);
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

const parsers = Object.fromEntries(columnParsers);

async function openPglite({ folder }: WorkerSettings): Promise<PGlite> {
  const extensions = { vector };
  if (folder) return PGlite.create({ dataDir: folder, extensions });
  const template = new Uint8Array(await readTemplate());
  return PGlite.create({ extensions, loadDataDir: new Blob([template], { type: "application/x-tar" }) });
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
