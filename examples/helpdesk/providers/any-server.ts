import { openaiCompatibleProvider } from "@platform/server";

/** Any server that speaks OpenAI's API: Ollama as it comes, or whatever these settings name. */
export const anyServer = openaiCompatibleProvider({
  id: "any_server",
  name: "Any OpenAI-compatible server",
  model: process.env.HELPDESK_MODEL ?? "qwen3:8b",
  baseURL: process.env.HELPDESK_MODEL_URL ?? "http://127.0.0.1:11434/v1",
  workflows: { enabled: true },
  ...(process.env.HELPDESK_MODEL_KEY && { apiKey: process.env.HELPDESK_MODEL_KEY }),
});
