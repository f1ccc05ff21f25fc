import { PlatformTool, scriptedProvider } from "../../../../packages/platform/src/index.ts";

/** Takes longer than anybody waits, and gives up when it is told to. */
export const waitLong = new PlatformTool({
  id: "wait_long",
  name: "wait_long",
  description: "Waits.",
  type: "function",
  config: [],
  execute: async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return { result: "Waited." };
  },
});

/** Says what it was told, with the texts as its source; told to wait, it calls a tool that does. */
export const echo = scriptedProvider({
  id: "echo",
  workflows: { enabled: true },
  steps: [
    (call) => {
      const message = call.prompt.findLast(({ role }) => role === "user");
      const parts = message?.role === "user" ? message.content : [];
      const told = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
      if (told === "Wait") {
        return [
          { kind: "text", text: "One moment." },
          { kind: "call", tool: "wait_long", input: {} },
        ];
      }
      return [
        { kind: "source", url: told, title: told },
        { kind: "text", text: `You said: ${told}` },
      ];
    },
  ],
});
