import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content } from "@ai-sdk/provider";
import { roughTokens, type SpokenPart, sourcePart, streamParts, usageOf } from "./model-parts.ts";

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
      const isCalling = parts.some((part) => part.kind === "call");
      const content = parts.map(contentOf);
      return {
        content,
        finishReason: { unified: isCalling ? "tool-calls" : "stop", raw: undefined },
        usage: usageOf(promptTokens(options), roughTokens(JSON.stringify(content))),
        warnings: [],
      };
    },
    doStream: async (options) => {
      const parts = await speak(options);
      return { stream: streamOf(streamParts(parts, promptTokens(options))) };
    },
  };
}

function contentOf(part: SpokenPart): LanguageModelV4Content {
  if (part.kind === "text") return { type: "text", text: part.text };
  if (part.kind === "source") return sourcePart(part);
  const toolCallId = `call-${crypto.randomUUID()}`;
  return { type: "tool-call", toolCallId, toolName: part.tool, input: JSON.stringify(part.input) };
}

function streamOf<Part>(parts: Iterable<Part>): ReadableStream<Part> {
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

function promptTokens({ prompt }: LanguageModelV4CallOptions): number {
  return roughTokens(JSON.stringify(prompt));
}
