import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content } from "@ai-sdk/provider";
import { roughTokens, type SpokenPart, streamParts, usageOf } from "./model-parts.ts";

/** Says what comes next in a conversation. */
export type Speak = (options: LanguageModelV4CallOptions) => readonly SpokenPart[] | Promise<readonly SpokenPart[]>;

/** A model that is a function of ours: no network, no key. */
export function ownModel(modelId: string, speak: Speak): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "platform",
    modelId,
    supportedUrls: {},
    doGenerate: async (options) => {
      const parts = await speak(options);
      const content = parts.map(
        (part): LanguageModelV4Content =>
          part.kind === "text"
            ? { type: "text", text: part.text }
            : {
                type: "tool-call",
                toolCallId: `call-${crypto.randomUUID()}`,
                toolName: part.tool,
                input: JSON.stringify(part.input),
              },
      );
      const isCalling = parts.some((part) => part.kind === "call");
      const spoken = parts.map((part) => (part.kind === "text" ? part.text : JSON.stringify(part.input))).join("");
      return {
        content,
        finishReason: { unified: isCalling ? "tool-calls" : "stop", raw: undefined },
        usage: usageOf(promptTokens(options), roughTokens(spoken)),
        warnings: [],
      };
    },
    doStream: async (options) => {
      const parts = await speak(options);
      return { stream: ReadableStream.from(streamParts(parts, promptTokens(options))) };
    },
  };
}

function promptTokens({ prompt }: LanguageModelV4CallOptions): number {
  return roughTokens(JSON.stringify(prompt));
}
