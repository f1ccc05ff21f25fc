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

/** Ends in the middle of the work. */
const quitter = `
  import { localEmbedding } from ${JSON.stringify(new URL("../../../src/models/local-embedding.ts", import.meta.url).href)};
  const model = localEmbedding();
  await model.embed(["open"], { purpose: "passage" });
  const embedding = model.embed(Array(100).fill("a long text ".repeat(100)), { purpose: "passage" });
  embedding.catch((error) => console.log(error.reason));
  setTimeout(async () => {
    if (process.argv[1] === "close") await model.close();
    else process.exit(7);
  }, 200);
`;

/** Would open the model in a thread that is being ended; says whether native code was loaded for it. */
const late = `
  import { createGate, shutGate } from ${JSON.stringify(new URL("../../../src/models/local/native-gate.ts", import.meta.url).href)};
  import { openSentenceEncoder } from ${JSON.stringify(new URL("../../../src/models/local/open-sentence-encoder.ts", import.meta.url).href)};
  const gate = createGate();
  if (process.argv[1] === "shut") await shutGate(gate);
  void openSentenceEncoder({ gate, model: { files: {} }, onnxFile: "", cacheFolders: [] }).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  console.log(process.report.getReport().sharedObjects.some((file) => file.includes("onnxruntime_binding")));
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
    const start = () => run(program, directory, cacheDirectory);

    const outputs = await Promise.all([start(), start(), start()]);

    const [first] = outputs;
    expect(first?.stdout.split(",")).toHaveLength(16);
    expect(outputs.map(({ stdout }) => stdout)).toEqual(Array(3).fill(first?.stdout));
    expect(await readdir(cacheDirectory)).toHaveLength(1);
  });

  test("end as they want to while a text is being embedded", { timeout: 120_000 }, async () => {
    const closed = await run(quitter, "close");
    const quit = await run(quitter, "exit").catch((error: unknown) => error);

    expect(closed.stdout).toBe("the model was closed\n");
    expect(quit).toMatchObject({ code: 7, stderr: "" });
  });

  test("load nothing native into a thread that is being ended: it would abort them", async () => {
    const [shut, open] = await Promise.all([run(late, "shut"), run(late, "open")]);

    expect({ shut: shut.stdout, open: open.stdout }).toEqual({ shut: "false\n", open: "true\n" });
  });
});

function run(source: string, ...values: readonly string[]) {
  return promisify(execFile)(process.execPath, ["--input-type=module", "--eval", source, ...values]);
}
