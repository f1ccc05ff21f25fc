import { PlatformEval } from "../../definitions/eval.ts";

const ignoreCase = (value: boolean) =>
  ({
    name: "ignore_case",
    description: "Whether capitals and small letters are the same.",
    type: "boolean",
    default: value,
  }) as const;

export const exactMatch = new PlatformEval({
  id: "exact_match",
  name: "Exact match",
  description: "100 when the answer is the expected output, but for space around it; 0 otherwise.",
  config: [ignoreCase(false)],
  execute: ({ answer, testCase, config }) => {
    const plain = (text: string) => (config.ignore_case ? text.toLowerCase() : text).trim();
    return plain(answer) === plain(testCase.expected_output) ? 100 : 0;
  },
});

export const contains = new PlatformEval({
  id: "contains",
  name: "Contains",
  description: "100 when the answer contains a text, by default the expected output; 0 otherwise.",
  config: [
    { name: "text", description: "What it should contain. Default: the expected output.", type: "string" },
    ignoreCase(true),
  ],
  execute: ({ answer, testCase, config }) => {
    const plain = (text: string) => (config.ignore_case ? text.toLowerCase() : text);
    const wanted = (config.text ?? testCase.expected_output).trim();
    if (wanted === "") throw new Error("There is no text to look for: an empty one is in every answer.");
    return plain(answer).includes(plain(wanted)) ? 100 : 0;
  },
});
