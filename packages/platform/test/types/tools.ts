import { z } from "zod";
import { PlatformTool, type ToolOutput } from "../../src/index.ts";

function used(..._values: readonly unknown[]): void {}

const tool = new PlatformTool({
  id: "typed_tool",
  name: "Typed",
  description: "A tool whose types are looked at.",
  type: "function",
  inputSchema: z.object({ city: z.string(), days: z.number().default(1) }),
  config: [
    { name: "unit", description: "u", type: "string", default: "C" },
    { name: "limit", description: "l", type: "number" },
    { name: "loud", description: "l", type: "boolean", default: false },
    { name: "key", description: "k", type: "variable" },
  ],
  execute: ({ inputs, config, user, signal }) => {
    const { city, days }: { readonly city: string; readonly days: number } = inputs;
    const { unit, loud }: { readonly unit: string; readonly loud: boolean } = config;
    const maybe: { readonly limit: number | undefined; readonly key: string | undefined } = config;
    const caller: string | null = user;
    // @ts-expect-error a setting without a default may be missing
    const limit: number = config.limit;
    // @ts-expect-error a city is no number
    const number: number = inputs.city;
    used(city, days, unit, loud, maybe, caller, limit, number, signal.aborted);
    // @ts-expect-error there is no such input
    inputs.town;
    // @ts-expect-error there is no such setting
    config.colour;
    return { result: inputs.city };
  },
});
const output: ToolOutput = { result: "text" };
// @ts-expect-error what comes out is a text
const odd: ToolOutput = { result: 5 };
used(tool, output, odd);

new PlatformTool({
  ...{ id: "no_inputs", name: "n", description: "d", type: "function", config: [] },
  execute: ({ inputs }) => {
    // @ts-expect-error nothing goes in
    const text: string = inputs.city.length;
    used(text);
    return {};
  },
});

new PlatformTool({
  ...{ id: "odd_result", name: "n", description: "d", type: "function", config: [] },
  // @ts-expect-error a tool gives back an object
  execute: () => "text",
});

// @ts-expect-error there is no such type of tool
new PlatformTool({ id: "odd_type", name: "n", description: "d", type: "python", config: [], execute: () => ({}) });

// @ts-expect-error config is required
new PlatformTool({ id: "no_config", name: "n", description: "d", type: "function", execute: () => ({}) });
