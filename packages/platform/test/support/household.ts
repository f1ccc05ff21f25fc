import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import type { FieldDefinition } from "../../src/definitions/field-definition.ts";
import { createSecretBox } from "../../src/foundation/secret-box.ts";
import { openEngine } from "../../src/main/open-queues.ts";
import { type Exported, exportArchive } from "../../src/operations/archive/export-archive.ts";
import { type Imported, importArchive, prepareImport } from "../../src/operations/archive/import-archive.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import type { Database } from "../../src/storage/database.ts";
import { openDiskStore } from "../../src/storage/files/disk-store.ts";
import type { FileStore } from "../../src/storage/files/file-store.ts";
import { type TableModel, tableModels } from "../../src/storage/tables/table-model.ts";
import { testSecret } from "./test-platform.ts";
import { wordModel } from "./word-model.ts";

export const small = wordModel({ id: "small", dimensions: 32 });
export const large = wordModel({ id: "large", dimensions: 64 });

export const articleFields: readonly FieldDefinition[] = [
  { name: "title", type: "text", required: true },
  { name: "body", type: "longtext" },
  { name: "kind", type: "enum", enumValues: ["plain", "odd"], default: "plain" },
  { name: "facts", type: "json" },
  { name: "price", type: "number" },
  { name: "scan", type: "file" },
];

/** A deployment with a queue that nobody works on, so that jobs stay where they are. */
export interface Household {
  readonly app: PlatformApp;
  models(): readonly TableModel[];
  readonly queues: QueueRegistry;
  readonly files: FileStore;
  /** Where archives can be put. */
  readonly folder: string;
  export(database: Database, file: string): Promise<Exported>;
  import(
    database: Database,
    file: string,
    options?: { readonly secret?: string; readonly files?: FileStore; readonly redisUrl?: string },
  ): Promise<Imported>;
  discard(): Promise<void>;
}

export async function createHousehold({
  fields = articleFields,
  queue = "later",
  hasDrafts = true,
}: {
  readonly fields?: readonly FieldDefinition[];
  readonly queue?: string;
  /** Whether it has a context that nothing is in. */
  readonly hasDrafts?: boolean;
} = {}): Promise<Household> {
  const folder = await mkdtemp(join(tmpdir(), "platform-household-"));
  const files = openDiskStore(join(folder, "files"));
  await files.check();
  const queues = new QueueRegistry();
  queues.register(queue, { worker: 1, queue: 1 });
  const app = new PlatformApp({
    contexts: [
      new PlatformContext({
        id: "articles",
        rbac: true,
        fields,
        embedder: new PlatformEmbedder({
          ...{ id: "bodies", name: "Bodies", model: large, previousModel: small },
          chunk: ({ body }) => String(body ?? "").split("\n\n"),
        }),
      }),
      ...(hasDrafts ? [new PlatformContext({ id: "drafts", fields })] : []),
    ],
  });
  const models = () => tableModels(checkDefinitions(app, queues.list.keys()));
  const attached = async <Result>(
    { database, redisUrl }: { readonly database: Database; readonly redisUrl?: string | undefined },
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const engine = await openEngine({ database, logger: pino({ level: "silent" }), redisUrl });
    await queues.attach(engine);
    try {
      return await work();
    } finally {
      await queues.detach();
      await engine.close();
    }
  };
  return {
    app,
    models,
    queues,
    files,
    folder,
    export: (database, file) =>
      attached({ database }, () => exportArchive({ database, files, queues, models: models() }, join(folder, file))),
    import: async (database, file, { secret = testSecret, files: place = files, redisUrl } = {}) => {
      const parts = { database, files: place, queues, models: models(), secrets: createSecretBox([secret]), redisUrl };
      const prepared = await prepareImport(parts, join(folder, file));
      return attached({ database, redisUrl }, () => importArchive(parts, prepared));
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Where nothing can be kept. */
export function fullStore(files: FileStore): FileStore {
  return {
    ...files,
    get: async () => undefined,
    put: async () => {
      throw new Error("The disk is full.");
    },
  };
}
