import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { FastifyReply, FastifyRequest } from "fastify";
import { PlatformError } from "../foundation/errors.ts";
import { offeredContexts, readContextItem } from "../operations/agents/offered-items.ts";
import { offeredTools } from "../operations/agents/offered-tools.ts";
import type { Call } from "../operations/call.ts";

const itemTemplate = "platform://{context}/{id}";

/** Answers one request of a client of the Model Context Protocol. */
export async function answerMcp(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const server = mcpServer(call);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  reply.raw.on("close", () => void server.close());
  // The library's own types disagree where optional members may be undefined.
  await server.connect(transport as Parameters<Server["connect"]>[0]);
  reply.hijack();
  await transport.handleRequest(request.raw, reply.raw, request.body);
}

function mcpServer(call: Call): Server {
  const server = new Server({ name: "platform", version: "1.0.0" }, { capabilities: { tools: {}, resources: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const tools = await offeredTools(call);
    return {
      tools: tools.map(({ name, description, inputSchema }) => ({
        ...{ name, description },
        inputSchema: { type: "object" as const, ...inputSchema },
      })),
    };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = (await offeredTools(call)).find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    try {
      const { result = "", job, items } = await tool.call(params.arguments ?? {}, signal);
      const structured = { ...(job !== undefined && { job }), ...(items && { items }) };
      return {
        content: [{ type: "text" as const, text: result }],
        ...(Object.keys(structured).length > 0 && { structuredContent: structured }),
      };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { isError: true, content: [{ type: "text" as const, text: error.message }] };
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: offeredContexts(call).map(({ id, name, description }) => ({
      ...{ uri: `platform://${id}`, name, description, mimeType: "application/json" },
    })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: [
      { uriTemplate: itemTemplate, name: "Item", description: "An item of a context.", mimeType: "application/json" },
    ],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const [, context = "", id] = /^platform:\/\/([^/]+)(?:\/([^/]+))?$/.exec(uri) ?? [];
    const found = id
      ? await readContextItem(call, context, id)
      : offeredContexts(call).find((each) => each.id === context);
    if (!found) throw new McpError(ErrorCode.InvalidParams, `There is nothing at ${uri.slice(0, 200)}.`);
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(found) }] };
  });
  return server;
}
