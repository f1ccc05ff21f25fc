import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeTinyModel } from "./tiny-bert.ts";

/** Embeds a text, prints the vector, and neither closes the model nor ends itself. */
const program = `
  import { localEmbedding } from ${JSON.stringify(new URL("../../../src/models/local-embedding.ts", import.meta.url).href)};
  const [directory, cacheDirectory] = process.argv.slice(1);
  const [vector] = await localEmbedding({ directory, cacheDirectory }).embed(["the cat"], { purpose: "passage" });
  console.log(vector.join());
`;

describe("Processes with the same model", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "model-processes-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("may build it at the same time, get the same vectors, and end by themselves", { timeout: 60_000 }, async () => {
    const directory = await writeTinyModel(join(folder, "tiny"));
    const cacheDirectory = join(folder, "cache");
    const start = () =>
      promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program, directory, cacheDirectory]);

    const outputs = await Promise.all([start(), start(), start()]);

    const [first] = outputs;
    expect(first?.stdout.split(",")).toHaveLength(16);
    expect(outputs.map(({ stdout }) => stdout)).toEqual(Array(3).fill(first?.stdout));
    expect(await readdir(cacheDirectory)).toHaveLength(1);
  });
});
