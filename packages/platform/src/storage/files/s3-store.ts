import { Readable } from "node:stream";
import { StartRefusedError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import type { ByteRange, FileStore } from "./file-store.ts";
import { createS3Client, type S3Client, type S3Settings } from "./s3-client.ts";

/** As the protocol wants it: all parts but the last have at least 5 MiB. It is also what an upload takes of memory. */
const partSize = 5 * 1024 * 1024;

/** Keeps files in a bucket of any store that speaks the protocol of Amazon S3. */
export function openS3Store(settings: S3Settings): FileStore {
  const client = createS3Client(settings);
  const size = async (key: string) => {
    const answer = await client.ask("HEAD", pathOf(key), { accept: [404] });
    return answer.status === 404 ? undefined : Number(answer.headers.get("content-length"));
  };
  return {
    check: async () => {
      try {
        await client.ask("HEAD", "");
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new StartRefusedError("Files can't be kept:", [
          `the bucket ${settings.bucket} at ${settings.endpoint} does not answer as it should: ${reason}`,
        ]);
      }
    },

    put: async (key, bytes) => {
      // Not every store refuses to overwrite when it is asked to; keys are made anew for each file, so this is enough.
      if ((await size(key)) !== undefined) throw new Error(`There is a file ${key} already.`);
      await upload(client, pathOf(key), inParts(bytes));
    },

    get: async (key, range) => {
      const headers = range && { range: `bytes=${range.first}-${range.last}` };
      const answer = await client.ask("GET", pathOf(key), { headers, accept: [404] });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return undefined;
      }
      const stream = answer.body ? Readable.fromWeb(answer.body) : Readable.from([]);
      return range ? exactly(range, stream, answer.headers.get("content-range")) : stream;
    },

    size,

    delete: async (key) => {
      await client.ask("DELETE", pathOf(key), { accept: [404] });
    },
  };
}

/** Some stores, or what stands before them, give more than they were asked for. */
function exactly({ first, last }: ByteRange, stream: Readable, given: string | null): Readable {
  if (given?.startsWith(`bytes ${first}-${last}/`)) return stream;
  const start = Number(/^bytes (\d+)-/.exec(given ?? "")?.[1] ?? 0);
  return Readable.from(cut(stream, first - start, last - start));
}

async function* cut(stream: Readable, first: number, last: number): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const piece = chunk.subarray(Math.max(0, first - position), Math.max(0, last + 1 - position));
    position += chunk.length;
    if (piece.length > 0) yield piece;
    if (position > last) return;
  }
}

function pathOf(key: string): string {
  if (!isId(key)) throw new Error(`"${key}" is no key of a file.`);
  return `/${key}`;
}

/** A short file goes in one piece; of a longer one nothing is there until all its parts are. */
async function upload(client: S3Client, path: string, parts: AsyncGenerator<Buffer>): Promise<void> {
  const first = await parts.next();
  const body = first.value ?? Buffer.alloc(0);
  if (body.length < partSize) {
    await client.ask("PUT", path, { body });
    return;
  }
  const started = await client.ask("POST", `${path}?uploads=`);
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(await started.text())?.[1];
  if (!id) throw new Error("The store gave no id for an upload in parts.");
  const query = `uploadId=${encodeURIComponent(unescaped(id))}`;
  try {
    const tags = [await uploadPart(client, `${path}?partNumber=1&${query}`, body)];
    for await (const part of parts) {
      tags.push(await uploadPart(client, `${path}?partNumber=${tags.length + 1}&${query}`, part));
    }
    await complete(client, `${path}?${query}`, tags);
  } catch (error) {
    // The bytes are of no use to anybody; if even that fails, the bucket's own rules remove what was never completed.
    await client.ask("DELETE", `${path}?${query}`, { accept: [404] }).catch(() => undefined);
    throw error;
  }
}

async function uploadPart(client: S3Client, path: string, body: Buffer): Promise<string> {
  const { headers } = await client.ask("PUT", path, { body });
  const tag = headers.get("etag");
  if (!tag) throw new Error("The store gave no tag for a part of an upload.");
  return tag;
}

async function complete(client: S3Client, path: string, tags: readonly string[]): Promise<void> {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
  const answer = await client.ask("POST", path, { body });
  const text = await answer.text();
  // Its status is sent before the work is done, so that a failure comes in the body.
  if (!text.includes("<CompleteMultipartUploadResult"))
    throw new Error(`The store did not complete an upload: ${text}`);
}

function unescaped(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < partSize) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
