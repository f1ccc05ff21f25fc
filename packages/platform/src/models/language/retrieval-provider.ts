import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { PlatformProvider, type ProviderOptions, retrievalId } from "../../definitions/provider.ts";
import { contextToolId } from "../../definitions/tool.ts";
import { citedAnswer, parsePassages } from "./cited-answer.ts";
import type { SpokenPart } from "./model-parts.ts";
import { ownModel } from "./own-model.ts";

/** A question of fewer words hangs on the one before. */
const fewestWords = 4;
const noTools = "I answer by quoting what the contexts hold, and this agent has no tool that searches one.";

/**
 * The backend that is always there: no key, no network. It searches the agent's contexts for what was asked, and answers
 * with the passages that it found, word for word and cited. It makes nothing up, and says so when it finds nothing. Under
 * another id, a deployment can have one whose workflows have a queue.
 */
export function retrievalProvider(
  options: Partial<Pick<ProviderOptions, "id" | "name" | "workflows">> = {},
): PlatformProvider {
  const { id = retrievalId, name = "Retrieval", workflows = { enabled: true } } = options;
  const model = ownModel(retrievalId, speak);
  return new PlatformProvider({
    id,
    name,
    description:
      "Searches the agent's contexts and answers with the passages it finds, quoted and cited. Works offline.",
    provider: "platform",
    modelName: retrievalId,
    capabilities: { text: true },
    workflows,
    model: () => model,
  });
}

function speak({ prompt, tools = [] }: LanguageModelV4CallOptions): readonly SpokenPart[] {
  const last = prompt.findLastIndex(({ role }) => role === "user");
  const results = prompt.slice(last + 1).flatMap((message) => (message.role === "tool" ? message.content : []));
  const query = questionOf(prompt);
  if (results.length > 0) {
    const found = results.flatMap((part) =>
      part.type === "tool-result" && part.output.type === "text" ? parsePassages(part.output.value) : [],
    );
    return citedAnswer(query, found);
  }
  const searching = tools.filter(({ name }) => name.startsWith(contextToolId("")));
  if (searching.length === 0) return [{ kind: "text", text: noTools }];
  return searching.map(({ name }) => ({ kind: "call", tool: name, input: { query: query.slice(0, 2000) } }));
}

function questionOf(prompt: LanguageModelV4CallOptions["prompt"]): string {
  const questions = prompt.flatMap((message) => {
    if (message.role !== "user") return [];
    return [message.content.map((part) => (part.type === "text" ? part.text : "")).join(" ")];
  });
  const last = questions.at(-1) ?? "";
  const isFollowUp = last.trim().split(/\s+/).length < fewestWords && questions.length > 1;
  return isFollowUp ? `${questions.at(-2)} ${last}` : last;
}
