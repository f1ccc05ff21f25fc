import type { ContextConfiguration, PlatformContext } from "./context.ts";
import { type EmbeddingModel, PlatformEmbedder } from "./embedder.ts";
import { identifierProblem } from "./identifier-problem.ts";
import { queueNameOf } from "./queue.ts";
import { PlatformReranker } from "./reranker.ts";
import {
  cutoffProblems,
  dimensionsRange,
  expandProblems,
  fullTextShareRange,
  maxRetrievalResultsRange,
  rangeProblem,
} from "./search-limits.ts";

/** The options of a configuration that mean something only together with an embedder. */
export const searchOptions = [
  "calculateVectors",
  "maxRetrievalResults",
  "cutoffs",
  "expand",
  "language",
  "fullTextShare",
  "enableAsTool",
  "queryRewriter",
  "resultReranker",
] as const satisfies readonly (keyof ContextConfiguration)[];

/** Everything that is wrong with how the items of a context are to be searched. */
export function searchFaults({ embedder, configuration }: PlatformContext, queues: readonly string[]): string[] {
  if (embedder === undefined) {
    return searchOptions
      .filter((option) => configuration[option] !== undefined)
      .map((option) => `${option} is set, but there is no embedder`);
  }
  return [...embedderFaults(embedder, queues), ...configurationFaults(configuration)];
}

function embedderFaults(embedder: PlatformEmbedder, queues: readonly string[]): string[] {
  if (!(embedder instanceof PlatformEmbedder)) return ["embedder must be a PlatformEmbedder"];
  const idProblem = identifierProblem(embedder.id);
  const faults = idProblem ? [`embedder: the id ${idProblem}`] : [];
  const { queue } = embedder.options;
  const queueName = queue && queueNameOf(queue);
  if (queue && (!queueName || !queues.includes(queueName))) {
    faults.push("embedder: its queue is not registered with PlatformQueues");
  }
  const { model, previousModel } = embedder;
  faults.push(...modelFaults("model", model));
  if (previousModel !== undefined) faults.push(...modelFaults("previousModel", previousModel));
  if (previousModel && previousModel.id === model?.id) {
    faults.push("embedder: previousModel is the same as model; leave it out");
  }
  return faults;
}

function modelFaults(option: "model" | "previousModel", model: EmbeddingModel): string[] {
  if (typeof model?.embed !== "function" || typeof model.id !== "string" || model.id === "") {
    return [`embedder: ${option} must have an id and a function embed`];
  }
  const problem = rangeProblem(model.dimensions, dimensionsRange);
  return problem ? [`embedder: the dimensions of its ${option} ${problem}`] : [];
}

const triggers: readonly unknown[] = ["manual", "onInsert", "onUpdate", "always"];

function configurationFaults(configuration: ContextConfiguration): string[] {
  const { calculateVectors, maxRetrievalResults, cutoffs, expand, language, fullTextShare } = configuration;
  const { enableAsTool, queryRewriter, resultReranker } = configuration;
  const faults: string[] = [];
  if (calculateVectors !== undefined && !triggers.includes(calculateVectors)) {
    faults.push(`calculateVectors must be one of ${triggers.join(", ")}, not "${calculateVectors}"`);
  }
  const ranged = [
    ["maxRetrievalResults", maxRetrievalResults, maxRetrievalResultsRange],
    ["fullTextShare", fullTextShare, fullTextShareRange],
  ] as const;
  for (const [option, value, range] of ranged) {
    const problem = value === undefined ? undefined : rangeProblem(value, range);
    if (problem) faults.push(`${option} ${problem}`);
  }
  if (cutoffs !== undefined) faults.push(...cutoffProblems(cutoffs));
  if (expand !== undefined) faults.push(...expandProblems(expand));
  // Whether there is such a configuration, only the database knows: it is asked at start.
  if (language !== undefined && (typeof language !== "string" || language === "")) {
    faults.push("language must name a text-search configuration, like english");
  }
  if (enableAsTool !== undefined && typeof enableAsTool !== "boolean") {
    faults.push("enableAsTool must be true or false");
  }
  if (queryRewriter !== undefined && typeof queryRewriter !== "function") {
    faults.push("queryRewriter must be a function");
  }
  if (resultReranker !== undefined && !isReranker(resultReranker)) {
    faults.push("resultReranker must be a PlatformReranker or a function");
  }
  return faults;
}

function isReranker(value: unknown): boolean {
  return value instanceof PlatformReranker || typeof value === "function";
}

export function rerankerFaults(rerankers: readonly PlatformReranker[]): string[] {
  if (!Array.isArray(rerankers)) return ["rerankers must be a list of PlatformReranker"];
  const seen = new Set<string>();
  return rerankers.flatMap((reranker, index) => {
    if (!(reranker instanceof PlatformReranker)) return [`reranker number ${index + 1} must be a PlatformReranker`];
    const label = `reranker "${reranker.id}"`;
    const problem = identifierProblem(reranker.id);
    const faults = [
      ...(problem ? [`${label}: the id ${problem}`] : []),
      ...(seen.has(reranker.id) ? [`${label} is declared twice`] : []),
      ...(typeof reranker.execute === "function" ? [] : [`${label}: execute must be a function`]),
    ];
    seen.add(reranker.id);
    return faults;
  });
}
