import * as native from "onnxruntime-node";
import { describe, expect, test } from "vitest";
import { loadRuntime, type Runtime } from "../../../src/models/local/runtime.ts";
import { shareProcessors } from "../../../src/models/local/share-processors.ts";

describe("The runtime of local models", () => {
  test("is the native one", async () => {
    const { InferenceSession } = await loadRuntime();

    expect(InferenceSession).toBe(native.InferenceSession);
  });

  test("is the WebAssembly one where there is no native one, and the deployer installed it", async () => {
    const web: Runtime = { ...native, env: { ...native.env, wasm: {} } };

    const runtime = await loadRuntime(installed({ "onnxruntime-web": web }));

    expect(runtime).toBe(web);
    expect(runtime.env.wasm.numThreads).toBe(1);
  });

  test("is asked for where there is none", async () => {
    await expect(loadRuntime(installed({}))).rejects.toMatchObject({
      name: "ModelUnavailableError",
      reason: `ONNX Runtime can't be loaded on ${process.platform} ${process.arch} (Cannot find onnxruntime-node). Run "npm install onnxruntime-web@1.30.0", which is slower and runs everywhere, or use remoteEmbedding instead of localEmbedding.`,
    });
  });

  test.each([
    { processors: 1, threads: undefined, share: { threads: 1, processorsPerText: 1 } },
    { processors: 2, threads: undefined, share: { threads: 2, processorsPerText: 1 } },
    { processors: 9, threads: undefined, share: { threads: 2, processorsPerText: 4 } },
    { processors: 8, threads: 8, share: { threads: 8, processorsPerText: 1 } },
    { processors: 2, threads: 3, share: { threads: 3, processorsPerText: 1 } },
  ])("shares $processors processors among threads", ({ processors, threads, share }) => {
    expect(shareProcessors(threads, processors)).toEqual(share);
  });
});

function installed(modules: Readonly<Record<string, Runtime>>): (name: string) => Promise<Runtime> {
  return async (name) => {
    const found = modules[name];
    if (!found) throw new Error(`Cannot find ${name}`);
    return found;
  };
}
