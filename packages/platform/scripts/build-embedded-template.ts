import { writeFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { runMigrations } from "bullmq";
import { queueSchema } from "../src/queues/queue-schema.ts";
import { templateFile } from "../src/storage/embedded/template.ts";

const database = await PGlite.create({ extensions: { vector } });
await database.exec("create extension if not exists vector");
// The tables and functions of the queues: making them takes longer than all the rest of a first start.
await runMigrations(
  {
    query: async (text: string, parameters?: readonly unknown[]) => {
      if (parameters) return { rows: (await database.query(text, [...parameters])).rows as never[] };
      const results = await database.exec(text);
      return { rows: (results.at(-1)?.rows ?? []) as never[] };
    },
  },
  queueSchema,
);
await database.exec("vacuum full");
await database.exec("checkpoint");
const dump = await database.dumpDataDir("none");
await database.close();

const packed = brotliCompressSync(Buffer.from(await dump.arrayBuffer()), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
await writeFile(templateFile, packed);
console.log(`Wrote ${templateFile.pathname}: ${packed.length} bytes.`);
