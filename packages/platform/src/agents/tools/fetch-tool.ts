import { z } from "zod";
import { PlatformTool } from "../../definitions/tool.ts";
import { type SafeFetchOptions, safeFetch } from "../../foundation/safe-fetch/safe-fetch.ts";

export interface FetchToolOptions extends Pick<SafeFetchOptions, "allow" | "lookup"> {
  /** Default `fetch_page`. */
  readonly id?: string;
  readonly description?: string;
  /** The only hosts that may be fetched from. Default: every public one. */
  readonly hosts?: readonly string[];
  /** Most characters of a page. Default 20,000. */
  readonly maxCharacters?: number;
}

const largestPage = 2 * 1024 * 1024;

/** A tool that fetches a page from the public internet: no address inside the network can be reached through it. */
export function fetchTool(options: FetchToolOptions = {}): PlatformTool {
  const { hosts, maxCharacters = 20_000 } = options;
  const tool = new PlatformTool({
    id: options.id ?? "fetch_page",
    name: options.id ?? "fetch_page",
    category: "web",
    type: "function",
    description: options.description ?? "Fetches a page of the public internet and gives its text.",
    inputSchema: z.object({ url: z.url({ protocol: /^https?$/ }).describe("The address of the page.") }),
    config: [],
    execute: async ({ inputs, signal }) => {
      const { hostname } = new URL(inputs.url);
      if (hosts && !hosts.includes(hostname)) {
        throw new Error(`Pages of ${hostname} may not be fetched; those of ${hosts.join(", ")} may.`);
      }
      const page = await safeFetch(inputs.url, {
        signal,
        allow: options.allow,
        lookup: options.lookup,
        maxBytes: largestPage,
        // A redirect could lead to a host that is not on the list.
        ...(hosts && { maxRedirects: 0 }),
      });
      return { result: { url: page.url, status: page.status, text: page.text().slice(0, maxCharacters) } };
    },
  });
  return tool;
}
