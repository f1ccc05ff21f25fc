import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import { ModelThreads } from "../../../src/models/local/model-threads.ts";

/**
 * Speaks as the model's thread does. A text's vector is its length and the number of its thread; some texts are orders.
 */
const thread = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { setTimeout: pause } = require("node:timers/promises");
  parentPort.on("message", async ({ texts }) => {
    for (const text of texts) {
      if (text === "end") process.exit(1);
      if (text === "end the first" && workerData === 1) throw new Error("out of memory");
      if (text === "fail") return parentPort.postMessage({ kind: "failed", reason: "no such word" });
      if (text === "slow") await pause(200);
    }
    parentPort.postMessage({ kind: "vectors", numbers: Float32Array.from(texts.flatMap((text) => [text.length, workerData])) });
  });
  if (workerData === 99) parentPort.postMessage({ kind: "failed", reason: "no model" }), parentPort.close();
  else parentPort.postMessage({ kind: "ready" });
`;

const long = (letter: string) => letter.repeat(1_000);

describe("The model's threads", () => {
  const workers: Worker[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
  });

  test("give the vectors in the order of the texts, however they were handed out", async () => {
    const threads = open(3);
    const texts = Array.from({ length: 200 }, (_, index) => "a".repeat((index * 37) % 900));

    const vectors = await threads.embed(texts, { isUrgent: false });

    expect(vectors.map(([length]) => length)).toEqual(texts.map((text) => text.length));
  });

  test("have nothing to do for no texts", async () => {
    expect(await open(1).embed([], { isUrgent: false })).toEqual([]);
    expect(workers).toEqual([]);
  });

  test("start when there is something to do, and no more than there may be", async () => {
    const threads = open(2);

    await threads.embed(["a"], { isUrgent: false });
    const first = workers.length;
    await threads.embed(Array(20).fill(long("a")), { isUrgent: false });

    expect([first, workers.length]).toEqual([1, 2]);
  });

  test("take urgent texts first", async () => {
    const threads = open(1);
    const finished: string[] = [];

    await Promise.all([
      threads.embed(["slow"], { isUrgent: false }),
      threads.embed([long("a"), long("b")], { isUrgent: false }).then(() => finished.push("others")),
      threads.embed(["c"], { isUrgent: true }).then(() => finished.push("urgent")),
    ]);

    expect(finished).toEqual(["urgent", "others"]);
  });

  test("are replaced when one ends, and its texts are tried again", async () => {
    const threads = open(1);

    const vectors = await threads.embed(["end the first", "a"], { isUrgent: false });

    expect(vectors.map((vector) => [...vector])).toEqual([
      [13, 2],
      [1, 2],
    ]);
  });

  test("fail for a text that ends every thread, and go on with others", async () => {
    const threads = open(1);

    const failing = threads.embed(["end"], { isUrgent: false });

    await expect(failing).rejects.toMatchObject({ name: "ThreadEndedError", reason: "the model's thread ended" });
    expect(workers).toHaveLength(2);
    expect(await threads.embed(["a"], { isUrgent: false })).toHaveLength(1);
  });

  test("tell why a text cannot be embedded, and go on", async () => {
    const threads = open(1);

    await expect(threads.embed(["fail"], { isUrgent: false })).rejects.toMatchObject({ reason: "no such word" });

    expect(await threads.embed(["a"], { isUrgent: false })).toHaveLength(1);
    expect(workers).toHaveLength(1);
  });

  test("tell everyone who waits when the model cannot be opened, and try again for the next", async () => {
    const numbers = [99, 1];
    const threads = new ModelThreads(1, () => start(numbers.shift() ?? 0));

    const waiting = await Promise.allSettled([
      threads.embed([long("a"), long("b")], { isUrgent: false }),
      threads.embed(["c"], { isUrgent: true }),
    ]);

    expect(waiting).toMatchObject([
      { status: "rejected", reason: { name: "ModelUnavailableError", reason: "no model" } },
      { status: "rejected", reason: { name: "ModelUnavailableError", reason: "no model" } },
    ]);
    expect(await threads.embed(["a"], { isUrgent: false })).toHaveLength(1);
  });

  test("stop at once for a caller who gave up, and do nothing more for them", async () => {
    const threads = open(1);
    const giveUp = new AbortController();
    const given = threads.embed(["slow", ...Array(50).fill("slow".padEnd(1_000))], {
      isUrgent: false,
      signal: giveUp.signal,
    });
    const started = performance.now();

    giveUp.abort(new Error("enough"));

    await expect(given).rejects.toThrow("enough");
    expect(await threads.embed(["a"], { isUrgent: false })).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(5_000);
    await expect(threads.embed(["a"], { isUrgent: false, signal: giveUp.signal })).rejects.toThrow("enough");
  });

  test("fail for those who wait when they are closed, and start again for the next", async () => {
    const threads = open(2);
    const running = threads.embed(["slow"], { isUrgent: false });
    const waiting = threads.embed(Array(20).fill("slow".padEnd(1_000)), { isUrgent: false });
    const outcomes = Promise.allSettled([running, waiting]);

    await threads.close();

    expect(await outcomes).toMatchObject([
      { status: "rejected", reason: { reason: "the model was closed" } },
      { status: "rejected", reason: { reason: "the model was closed" } },
    ]);
    expect(await threads.embed(["a"], { isUrgent: false })).toHaveLength(1);
    await threads.close();
    await threads.close();
  });

  function open(most: number): ModelThreads {
    return new ModelThreads(most, () => start(workers.length + 1));
  }

  function start(number: number): Worker {
    const worker = new Worker(thread, { eval: true, workerData: number, stderr: true });
    workers.push(worker);
    return worker;
  }
});
