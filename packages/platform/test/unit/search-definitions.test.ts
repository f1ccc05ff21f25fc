import { describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { type EmbeddingModel, PlatformEmbedder } from "../../src/definitions/embedder.ts";
import { PlatformReranker } from "../../src/definitions/reranker.ts";
import { StartRefusedError } from "../../src/foundation/errors.ts";
import { wordModel } from "../support/word-model.ts";

const embedder = new PlatformEmbedder({ id: "words", name: "Words", model: wordModel() });

describe("Faults of how a context is searched stop the start", () => {
  const withModel = (model: unknown) => new PlatformEmbedder({ id: "e", name: "E", model: model as EmbeddingModel });
  const size = "the dimensions of its model must be a whole number from 1 to 2000";

  test.each<[string, unknown, readonly string[]]>([
    ["no embedder at all", { embedder: { id: "words" } }, ["embedder must be a PlatformEmbedder"]],
    ["null for an embedder", { embedder: null }, ["embedder must be a PlatformEmbedder"]],
    [
      "an embedder whose id is none",
      { embedder: new PlatformEmbedder({ id: "my-words", name: "W", model: wordModel() }) },
      ["embedder: the id may hold only letters, digits and underscores"],
    ],
    [
      "an embedder without a model",
      { embedder: withModel(undefined) },
      ["embedder: model must have an id and a function embed"],
    ],
    ["a model without a size", { embedder: withModel({ id: "m", embed: () => [] }) }, [`embedder: ${size}`]],
    [
      "a model that is too large to be indexed",
      { embedder: withModel(wordModel({ dimensions: 3072 })) },
      [`embedder: ${size}`],
    ],
    [
      "search options without an embedder",
      { configuration: { language: "english", cutoffs: {}, calculateVectors: "always" } },
      [
        "calculateVectors is set, but there is no embedder",
        "cutoffs is set, but there is no embedder",
        "language is set, but there is no embedder",
      ],
    ],
    [
      "everything wrong at once",
      {
        embedder,
        configuration: {
          calculateVectors: "sometimes",
          maxRetrievalResults: 0,
          cutoffs: { cosineDistance: 1.5, hybrid: "high", tsvector: -1, cosine: 1 },
          expand: { before: -1, after: 1.5 },
          language: "",
          fullTextShare: 2,
          queryRewriter: "shout",
          resultReranker: {},
        },
      },
      [
        `calculateVectors must be one of manual, onInsert, onUpdate, always, not "sometimes"`,
        "maxRetrievalResults must be a whole number from 1 to 100",
        "fullTextShare must be a number from 0 to 1",
        "cutoffs.cosineDistance must be a number from 0 to 1",
        "cutoffs.hybrid must be a number from 0 to 1",
        "cutoffs.tsvector must be a number from 0",
        `cutoffs has no option "cosine"; it takes cosineDistance, hybrid, tsvector`,
        "expand.before must be a whole number from 0 to 20",
        "expand.after must be a whole number from 0 to 20",
        "language must name a text-search configuration, like english",
        "queryRewriter must be a function",
        "resultReranker must be a PlatformReranker or a function",
      ],
    ],
  ])("%s", (_what, options, faults) => {
    expect(faultsOf({ contexts: [notes(options)] })).toEqual(faults.map((fault) => `context "notes": ${fault}`));
  });

  test("names that an embedder generates may clash with those of another context", () => {
    const faults = faultsOf({
      contexts: [notes({ embedder }), notes({}, "notesVectorSearchChunk"), notes({}, "notesChunk")],
    });

    expect(faults).toEqual([
      `context "notesVectorSearchChunk" and context "notes" both generate the name notesVectorSearchChunk`,
      `context "notesChunk" and context "notes" both generate the name notesChunkById`,
    ]);
    expect(faultsOf({ contexts: [notes({}), notes({}, "notesVectorSearchChunk"), notes({}, "notesChunk")] })).toEqual(
      [],
    );
  });

  test("rerankers have ids of their own, and something to execute", () => {
    const reranker = new PlatformReranker({ id: "newest", name: "Newest first", execute: ({ chunks }) => chunks });
    const broken = new PlatformReranker({ id: "no-id", name: "Broken", execute: undefined as never });

    expect(faultsOf({ contexts: [], rerankers: [reranker] })).toEqual([]);
    expect(faultsOf({ contexts: [], rerankers: [reranker, reranker, broken, {} as PlatformReranker] })).toEqual([
      `reranker "newest" is declared twice`,
      `reranker "no-id": the id may hold only letters, digits and underscores`,
      `reranker "no-id": execute must be a function`,
      "reranker number 4 must be a PlatformReranker",
    ]);
  });

  test("what is not said has a default", () => {
    const { resources } = checkDefinitions(new PlatformApp({ contexts: [notes({ embedder })] }));

    const { names: _names, embedder: given, ...search } = resources.at(-1)?.search ?? {};
    expect(given).toBe(embedder);
    expect(search).toEqual({
      name: "notes",
      calculateVectors: "always",
      maxRetrievalResults: 10,
      cutoffs: {},
      expand: {},
      language: "english",
      fullTextShare: 0.5,
      queryRewriter: undefined,
      rerank: undefined,
    });
  });
});

function notes(options: unknown, id = "notes"): PlatformContext {
  return new PlatformContext({ id, fields: [{ name: "title", type: "text" }], ...(options as object) });
}

/** Without the places in files, which move. */
function faultsOf(app: ConstructorParameters<typeof PlatformApp>[0]): readonly string[] {
  try {
    checkDefinitions(new PlatformApp(app));
    return [];
  } catch (error) {
    if (!(error instanceof StartRefusedError)) throw error;
    return error.faults.map((fault) => fault.replaceAll(/ \(\/[^)]+\)/g, ""));
  }
}
