import type { LanguageModelV4Source, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";

/** What a model of our own says: words, where they are from, and calls of tools. */
export type SpokenPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "source"; readonly url: string; readonly title: string }
  | { readonly kind: "call"; readonly tool: string; readonly input: unknown };

export function usageOf(input: number, output: number): LanguageModelV4Usage {
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  };
}

/** About as many tokens as a text has. */
export function roughTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

export function sourcePart({ url, title }: SpokenPart & { readonly kind: "source" }): LanguageModelV4Source {
  return { type: "source", sourceType: "url", id: url, url, title };
}

/** One step of a model as the AI SDK streams it: texts word by word. */
export function* streamParts(parts: readonly SpokenPart[], promptTokens: number): Generator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  let spoken = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === "text") {
      const id = `text-${index}`;
      yield { type: "text-start", id };
      for (const word of part.text.match(/\S+\s*|\s+/g) ?? []) yield { type: "text-delta", id, delta: word };
      yield { type: "text-end", id };
      spoken += roughTokens(part.text);
    } else if (part.kind === "source") yield sourcePart(part);
    else {
      const input = JSON.stringify(part.input);
      yield { type: "tool-call", toolCallId: `call-${crypto.randomUUID()}`, toolName: part.tool, input };
      spoken += roughTokens(input);
    }
  }
  const isCalling = parts.some((part) => part.kind === "call");
  yield {
    type: "finish",
    usage: usageOf(promptTokens, spoken),
    finishReason: { unified: isCalling ? "tool-calls" : "stop", raw: undefined },
  };
}
