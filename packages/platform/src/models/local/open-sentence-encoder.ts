import { readFile } from "node:fs/promises";
import type { InferenceSession } from "onnxruntime-node";
import { loadRuntime } from "./load-runtime.ts";
import type { ThreadSettings } from "./messages.ts";
import { passGate } from "./native-gate.ts";
import { buildSentenceEncoder, inputName, outputName } from "./onnx/build-sentence-encoder.ts";
import { readSafetensors } from "./onnx/read-safetensors.ts";
import { openOnnxFile } from "./open-onnx-file.ts";
import { openTokenizer } from "./open-tokenizer.ts";
import type { SentenceModel } from "./sentence-model.ts";

/** Opens the model: texts in, the numbers of their vectors out, one vector after the other. */
export async function openSentenceEncoder(
  settings: ThreadSettings,
): Promise<(texts: readonly string[]) => Promise<Float32Array<ArrayBuffer>>> {
  const { model, onnxFile, cacheFolders, gate } = settings;
  const { InferenceSession, Tensor } = await passGate(gate, () => loadRuntime());
  const file = await openOnnxFile(onnxFile, cacheFolders, () => buildFromWeights(model));
  const session = await passGate(gate, () => InferenceSession.create(file, sessionOptions(settings)));
  const tokensOf = await openTokenizer(model);

  return async (texts) => {
    const numbers = new Float32Array(texts.length * model.config.hiddenSize);
    for (const [index, text] of texts.entries()) {
      const tokens = tokensOf(text);
      const input = new Tensor("int64", BigInt64Array.from(tokens, BigInt), [1, tokens.length]);
      const { [outputName]: vector } = await passGate(gate, () => session.run({ [inputName]: input }));
      numbers.set(vector?.data as Float32Array, index * model.config.hiddenSize);
    }
    return numbers;
  };
}

async function buildFromWeights({ files, config, pooling }: SentenceModel): Promise<Buffer> {
  return buildSentenceEncoder(readSafetensors(await readFile(files.weights)), config, pooling);
}

function sessionOptions({ processorsPerText }: ThreadSettings): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: processorsPerText,
    interOpNumThreads: 1,
    // Only errors: on machines without a graphics card it would complain at every start.
    logSeverityLevel: 3,
    // Threads that spin while they wait would take processors from the API.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  };
}
