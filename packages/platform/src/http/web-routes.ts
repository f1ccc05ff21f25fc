import { createReadStream } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Encoding, WebFile, WebFiles } from "./web-files.ts";

/** First parts of paths that are the server's own: a page never stands in for an answer of the API. */
const reserved = new Set(["graphql", "auth", "health", "ready", "metrics", "files", "mcp", "v1"]);

const policy = Object.entries({
  "default-src": "'none'",
  "script-src": "'self'",
  // The editor of the explorer, and menus that measure themselves, write style elements.
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "worker-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
})
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join("; ");

/** The web frontend: its files, and its page for every path that is neither a file nor the server's own. */
export async function webRoutes(app: FastifyInstance, { files }: { readonly files: WebFiles }): Promise<void> {
  app.get("/*", async (request, reply) => {
    const path = pathOf(request);
    const file = files.find(path) ?? (isPage(request, path) ? files.page : undefined);
    return file ? serve(request, reply, file) : reply.callNotFound();
  });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split(/[?#]/, 1)[0] ?? "/";
}

/** Browsers ask for pages as HTML; programs that mistake a path deserve an error they can read. */
function isPage(request: FastifyRequest, path: string): boolean {
  const [, first = ""] = path.split("/");
  const isFile = /\.[a-z0-9]+$/i.test(path);
  return !reserved.has(first.toLowerCase()) && !isFile && (request.headers.accept ?? "").includes("text/html");
}

function serve(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const encoding = encodingFor(file, String(request.headers["accept-encoding"] ?? ""));
  reply
    .header("content-security-policy", policy)
    .header("x-content-type-options", "nosniff")
    .header("x-frame-options", "DENY")
    .header("referrer-policy", "no-referrer")
    .header("cross-origin-opener-policy", "same-origin")
    .header("cache-control", file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache")
    .header("vary", "accept-encoding")
    .header("etag", file.etag);
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.type(file.type).send(createReadStream(file.places[encoding] ?? ""));
}

const preferred: readonly Encoding[] = ["br", "gzip"];

function encodingFor({ places }: WebFile, accepted: string): Encoding {
  const names = accepted.split(",").map((part) => part.trim().toLowerCase());
  return preferred.find((encoding) => places[encoding] && names.includes(encoding)) ?? "identity";
}
