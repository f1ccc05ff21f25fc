import { pipeline } from "node:stream/promises";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../access/principal.ts";
import { fileTypes } from "../definitions/file-types.ts";
import {
  BadInputError,
  FileTooLargeError,
  FileTypeError,
  InvalidTokenError,
  PlatformError,
} from "../foundation/errors.ts";
import type { Call } from "../operations/call.ts";
import { findReadableFile, type ReadableFile } from "../operations/files/stored-files.ts";
import { uploadFile } from "../operations/files/upload-file.ts";
import { refusal, send } from "./graphql-route.ts";
import { type IdentifyOptions, identify } from "./identify.ts";
import { parseRange } from "./parse-range.ts";
import { statusOf } from "./status-of.ts";

export interface FileRouteOptions extends IdentifyOptions {
  callFor(principal: Principal): Call;
  /** Largest upload, in bytes. */
  readonly largestFile: number;
}

/** Files go up and come down here; what they belong to is said in GraphQL. */
export async function fileRoutes(app: FastifyInstance, options: FileRouteOptions): Promise<void> {
  await app.register(multipart, {
    // One byte more than may be: so that a file which is too large is told from one that fits exactly.
    limits: { files: 1, fields: 0, parts: 1, headerPairs: 20, fileSize: options.largestFile + 1 },
    preservePath: true,
    throwFileSizeLimit: false,
  });
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof PlatformError) || error.code === "INTERNAL") throw error;
    const kind = error instanceof FileTooLargeError ? 413 : error instanceof FileTypeError ? 415 : undefined;
    const status = kind ?? statusOf(error) ?? 400;
    // What is left of a refused upload is not read to its end.
    if (request.method === "POST") reply.header("connection", "close");
    return send(reply, request, { status, response: refusal(error.message, error.code) });
  });
  // Before the body is read.
  app.addHook("onRequest", async (request, reply) => {
    if (request.method === "OPTIONS") return;
    principals.set(request, await identify(options, request.headers, reply));
  });
  const callOf = (request: FastifyRequest): Call => {
    const principal = principals.get(request);
    if (!principal) throw new InvalidTokenError();
    return options.callFor(principal);
  };

  app.post<{ Querystring: Record<string, unknown> }>("/files", async (request, reply) => {
    const { context, field } = request.query;
    if (typeof context !== "string" || typeof field !== "string") {
      throw new BadInputError("The address must say what the file is for: /files?context=…&field=…");
    }
    if (!request.isMultipart()) throw new BadInputError("The body must be multipart/form-data, with one file.");
    const part = await request.file();
    if (!part) throw new BadInputError("The body must hold one file.");
    const upload = { context, field, name: part.filename ?? "", bytes: part.file, mostBytes: options.largestFile };
    return reply
      .code(201)
      .header("cache-control", "no-store")
      .send(await uploadFile(callOf(request), upload));
  });

  app.get<{ Params: { reference: string } }>("/files/:reference", async (request, reply) =>
    sendFile(request, reply, await findReadableFile(callOf(request), request.params.reference)),
  );
  app.route({
    method: ["PUT", "PATCH", "DELETE", "POST"],
    url: "/files/:reference",
    handler: (request, reply) =>
      send(reply.header("allow", "GET, HEAD"), request, {
        status: 405,
        response: refusal("Files are not changed: upload another one with POST /files.", "BAD_USER_INPUT"),
      }),
  });
}

const principals = new WeakMap<FastifyRequest, Principal>();
const inertTypes = new Set(fileTypes.filter(({ isInert }) => isInert).map(({ type }) => type));

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: ReadableFile): Promise<FastifyReply> {
  const tag = `"${file.sha256}"`;
  reply
    .header("etag", tag)
    // Rights may change: whoever has it asks again each time, and may be told that it is the same.
    .header("cache-control", "private, no-cache")
    .header("accept-ranges", "bytes")
    .header("content-type", file.type.startsWith("text/") ? `${file.type}; charset=utf-8` : file.type)
    .header("content-disposition", disposition(file))
    .header("x-content-type-options", "nosniff")
    // Should a browser show it all the same, nothing in it runs or loads anything.
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  if (request.headers["if-none-match"] === tag) return reply.code(304).send();
  const range = parseRange(request.headers.range, file.size);
  if (range === "unsatisfiable") return reply.code(416).header("content-range", `bytes */${file.size}`).send();
  if (range) reply.code(206).header("content-range", `bytes ${range.first}-${range.last}/${file.size}`);
  reply.header("content-length", range ? range.last - range.first + 1 : file.size);
  if (request.method === "HEAD" || file.size === 0) return reply.send();
  const bytes = await file.open(range);
  // Fastify itself sends streams too, but reports a reader that goes away as an error of ours.
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  await pipeline(bytes, reply.raw).catch(() => reply.raw.destroy());
  return reply;
}

/** What could run in a browser is downloaded, never shown. */
function disposition({ name, type }: ReadableFile): string {
  const kind = inertTypes.has(type) ? "inline" : "attachment";
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
