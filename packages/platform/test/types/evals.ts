import { type EvalScore, type Json, PlatformApp, PlatformEval } from "../../src/index.ts";

function used(..._values: readonly unknown[]): void {}

const typed = new PlatformEval({
  id: "typed_eval",
  name: "Typed",
  description: "An evaluation whose types are looked at.",
  config: [
    { name: "least", description: "l", type: "number", default: 5 },
    { name: "words", description: "w", type: "json" },
    { name: "loud", description: "l", type: "boolean", default: false },
    { name: "key", description: "k", type: "variable" },
  ],
  check: ({ least }) => (least > 0 ? undefined : "least must be more than 0"),
  execute: ({ agent, messages, testCase, config, answer, toolCalls, found, seconds, signal }) => {
    const { least, loud }: { readonly least: number; readonly loud: boolean } = config;
    const maybe: { readonly words: Json | undefined; readonly key: string | undefined } = config;
    const texts: readonly string[] = [
      agent.id,
      answer,
      testCase.expected_output,
      ...messages.map((each) => each.content),
    ];
    const tools: readonly string[] = toolCalls.map(({ tool }) => tool);
    const names: readonly (string | null)[] = found.map(({ name }) => name);
    // @ts-expect-error a setting without a default may be missing
    const key: string = config.key;
    // @ts-expect-error an answer is no number
    const number: number = answer;
    used(least, loud, maybe, texts, tools, names, key, number, seconds, signal.aborted);
    // @ts-expect-error there is no such setting
    config.colour;
    // @ts-expect-error a test case has no such field
    testCase.expected_colour;
    return { score: 50, reason: "because" };
  },
});
new PlatformApp({ contexts: [], evals: [typed] });

const scores: readonly EvalScore[] = [5, null, { score: 5 }, { score: 5, reason: "r" }];
// @ts-expect-error a score is no text
const odd: EvalScore = "good";
used(scores, odd);

new PlatformEval({
  ...{ id: "odd_score", name: "n", description: "d", config: [] },
  // @ts-expect-error a score is no text
  execute: () => "good",
});

// @ts-expect-error config is required
new PlatformEval({ id: "no_config", name: "n", description: "d", execute: () => 5 });

new PlatformEval({
  ...{ id: "odd_type", name: "n", description: "d", execute: () => 5 },
  // @ts-expect-error there is no such type of setting
  config: [{ name: "a", description: "", type: "date" }],
});

// @ts-expect-error a tool is no evaluation
new PlatformApp({ contexts: [], evals: [{ id: "plain" }] });
