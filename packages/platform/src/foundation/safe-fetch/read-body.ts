import type { IncomingMessage } from "node:http";
import { pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { FetchError } from "./fetch-error.ts";

type Decoder = ReturnType<typeof createGunzip>;

const decoders: Readonly<Record<string, () => Decoder>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** What is asked for; a body in another encoding is not taken. */
export const acceptedEncodings = "gzip, br";

/** Whose body it is, and how large it may be. */
export interface BodyLimits {
  readonly host: string;
  readonly maxBytes: number;
}

/** The body, decompressed: as soon as it is larger than it may be, before or after that, nothing more is read. */
export async function readBody(response: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of atMost(decoded(response, limits), limits)) chunks.push(chunk);
  } catch (error) {
    if (error instanceof FetchError || response.errored) throw error;
    throw new FetchError("malformed", `The body from "${limits.host}" can't be decompressed.`, { cause: error });
  }
  return Buffer.concat(chunks);
}

function decoded(response: IncomingMessage, limits: BodyLimits): AsyncIterable<Uint8Array> {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return response;
  const createDecoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!createDecoder) throw new FetchError("malformed", `The body from "${limits.host}" has an unknown encoding.`);
  const decoder = createDecoder();
  // Nothing is done here with an error: it comes out of the decoder as well.
  pipeline(Readable.from(atMost(response, limits)), decoder, () => undefined);
  return decoder;
}

async function* atMost(chunks: AsyncIterable<Uint8Array>, { host, maxBytes }: BodyLimits): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new FetchError("large", `The body from "${host}" is larger than ${maxBytes} bytes.`);
    yield chunk;
  }
}
