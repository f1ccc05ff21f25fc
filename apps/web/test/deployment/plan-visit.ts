import { z } from "zod";
import { PlatformTool } from "../../../../packages/platform/src/index.ts";

/** Takes inputs of every kind that a form can ask for, and one that it can't. */
export const planVisit = new PlatformTool({
  id: "plan_visit",
  name: "Plan a visit",
  description: "Plans the visit of an engineer at a customer's house.",
  category: "field work",
  type: "function",
  inputSchema: z.object({
    reason: z.string().describe("Why somebody has to come."),
    urgency: z.enum(["low", "normal", "high"]).describe("How soon."),
    hours: z.int().min(1).describe("How long it will take."),
    price: z.number().optional().describe("What was agreed on, in euros."),
    callFirst: z.boolean().default(true).describe("Whether to call before coming."),
    spareParts: z.array(z.string()).optional().describe("What to bring along."),
    address: z.object({ street: z.string(), floor: z.int().optional() }).describe("Where to go."),
    extras: z.record(z.string(), z.unknown()).optional().describe("Anything else."),
  }),
  config: [{ name: "team", description: "Who goes.", type: "string", default: "North" }],
  execute: async ({ inputs, config }) => {
    if (inputs.hours > 8) throw new Error("Nobody has that many hours.");
    return { result: { ...inputs, team: config.team } };
  },
});
