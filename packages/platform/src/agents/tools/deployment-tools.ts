import type { Deployment } from "../../definitions/app.ts";
import { PlatformEmbedder } from "../../definitions/embedder.ts";
import type { PlatformTool } from "../../definitions/tool.ts";
import { contextTool } from "./context-tool.ts";

/** The deployer's tools, and one for each context that can be searched and is not kept from agents. */
export function deploymentTools({ tools, contexts }: Pick<Deployment, "tools" | "contexts">): readonly PlatformTool[] {
  const searching = contexts.flatMap((context) => {
    const { embedder, configuration } = context;
    if (!(embedder instanceof PlatformEmbedder) || configuration.enableAsTool === false) return [];
    return [contextTool({ ...context, embedder })];
  });
  return [...tools, ...searching];
}
