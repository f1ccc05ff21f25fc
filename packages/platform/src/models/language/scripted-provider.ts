import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { PlatformProvider, type ProviderOptions } from "../../definitions/provider.ts";
import type { SpokenPart } from "./model-parts.ts";
import { ownModel } from "./own-model.ts";

/** What a scripted model says in one step: a text, or parts. */
export type ScriptedStep =
  | string
  | readonly SpokenPart[]
  | ((options: LanguageModelV4CallOptions) => string | readonly SpokenPart[]);

/** A model that says what it was told to, step by step, and its last step again and again: for tests and demonstrations. */
export function scriptedProvider(
  options: Pick<ProviderOptions, "id" | "name" | "workflows"> & { readonly steps: readonly ScriptedStep[] },
): PlatformProvider {
  const { steps, ...rest } = options;
  let next = 0;
  const model = ownModel("scripted", (call) => {
    const step = steps[Math.min(next, steps.length - 1)] ?? "";
    next += 1;
    const said = typeof step === "function" ? step(call) : step;
    return typeof said === "string" ? [{ kind: "text", text: said }] : said;
  });
  return new PlatformProvider({
    ...rest,
    provider: "platform",
    modelName: "scripted",
    capabilities: { text: true },
    model: () => model,
  });
}
