import { ModelUnavailableError } from "../../foundation/errors.ts";

export type Runtime = Pick<typeof import("onnxruntime-node"), "InferenceSession" | "Tensor" | "env">;

/** Same operations and vectors, six times as slow, and 150 MB: only for machines that nothing else runs on. */
const webRuntime = "onnxruntime-web";

/** ONNX Runtime, or its WebAssembly version where the native one has no binary and the deployer installed the other. */
export async function loadRuntime(load: (name: string) => Promise<Runtime> = (name) => import(name)): Promise<Runtime> {
  try {
    const native = await load("onnxruntime-node");
    // Without a graphics card it would complain at every start.
    native.env.logLevel = "error";
    return native;
  } catch (cause) {
    const web = await load(webRuntime).catch(() => undefined);
    if (web) return withoutThreads(web);
    const machine = `${process.platform} ${process.arch}`;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelUnavailableError(
      `ONNX Runtime can't be loaded on ${machine} (${reason}). Run "npm install ${webRuntime}@1.30.0", which is slower and runs everywhere, or use remoteEmbedding instead of localEmbedding.`,
      { cause },
    );
  }
}

/** Its threads would be workers of this worker. */
function withoutThreads(runtime: Runtime): Runtime {
  runtime.env.wasm.numThreads = 1;
  return runtime;
}
