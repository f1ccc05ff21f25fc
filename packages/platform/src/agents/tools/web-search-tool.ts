import { z } from "zod";
import { PlatformTool } from "../../definitions/tool.ts";

export interface WebPage {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

export interface WebSearchToolOptions {
  /** Default `web_search`. */
  readonly id?: string;
  readonly description?: string;
  /** Asks whichever search engine the deployer has. */
  search(query: string, options: { readonly limit: number; readonly signal: AbortSignal }): Promise<readonly WebPage[]>;
}

/** A tool that searches the web, with the deployer's search engine. */
export function webSearchTool(options: WebSearchToolOptions): PlatformTool {
  const tool = new PlatformTool({
    id: options.id ?? "web_search",
    name: options.id ?? "web_search",
    category: "web",
    type: "web_search",
    description: options.description ?? "Searches the web. Gives titles, addresses and texts of pages: cite them.",
    inputSchema: z.object({
      query: z.string().trim().min(1).max(500).describe("What to look for."),
      limit: z.int().min(1).max(20).default(5).describe("Most pages."),
    }),
    config: [],
    execute: async ({ inputs, signal }) => ({
      result: { pages: await options.search(inputs.query, { limit: inputs.limit, signal }) },
    }),
  });
  return tool;
}
