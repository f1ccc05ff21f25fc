import { describe, expect, test } from "vitest";
import { PlatformApp } from "../../../src/definitions/app.ts";
import { checkDefinitions } from "../../../src/definitions/check-definitions.ts";
import { PlatformEval } from "../../../src/definitions/eval.ts";
import { StartRefusedError } from "../../../src/foundation/errors.ts";

const right = { id: "is_polite", name: "Polite", description: "Is it polite?", config: [], execute: () => 100 };

function faultsOf(...options: readonly object[]): readonly string[] {
  const evals = options.map((each) => new PlatformEval({ ...right, ...each }));
  try {
    checkDefinitions(new PlatformApp({ contexts: [], evals }));
    return [];
  } catch (error) {
    if (!(error instanceof StartRefusedError)) throw error;
    return error.faults.map((fault) => fault.replace(/ \([^)]*:\d+\)/, ""));
  }
}

describe("The definition of an evaluation", () => {
  test("that is right is taken", () => {
    const config = [
      { name: "words", description: "w", type: "json", default: ["please"] },
      { name: "key", description: "k", type: "variable", default: "polite_key" },
    ];

    expect(faultsOf({}, { id: "other_one", config, check: () => undefined })).toEqual([]);
  });

  test("stops the start with everything that is wrong, all at once, and says where it was written", () => {
    const wrong = new PlatformEval({ ...right, id: "1st" });
    const faults = faultsOf(
      { id: "1st", name: " ", description: 5, execute: "no", check: "no", config: "none", extra: 1 },
      {},
      {},
      { id: "regex" },
      {
        id: "configured",
        config: [
          { name: "", description: "", type: "string" },
          { name: "a", description: "", type: "color" },
          { name: "b", description: "", type: "number", default: "5" },
          { name: "b", description: "", type: "boolean" },
        ],
      },
    );

    expect(wrong.site).toMatch(/eval-definitions\.test\.ts:\d+$/);
    expect(faults).toEqual([
      `evaluation "1st": the id must have 5 to 80 letters, digits and underscores, and must not start with a digit`,
      `evaluation "1st": it needs a name`,
      `evaluation "1st": it needs a description`,
      `evaluation "1st": it needs a function execute`,
      `evaluation "1st": check must be a function`,
      `evaluation "1st": an evaluation has no option "extra"; it takes id, name, description, config, check, execute`,
      `evaluation "1st": config must be a list of parameters; it may be empty`,
      `evaluation "is_polite": there is another evaluation of this id`,
      `evaluation "regex": this is the id of a built-in one`,
      `evaluation "configured": a parameter needs a name`,
      `evaluation "configured": the type of "a" must be one of boolean, string, number, variable, json`,
      `evaluation "configured": the default of "b" must be a number`,
      `evaluation "configured": there are two parameters "b"`,
    ]);
  });
});
