import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

/** One file of the web frontend. */
export interface WebFile {
  readonly type: string;
  /** Whether its name changes with its content, so that it can be kept for good. */
  readonly isImmutable: boolean;
  readonly etag: string;
  /** Where it lies on disk, as it is and compressed. */
  readonly places: Readonly<Record<Encoding, string | undefined>>;
}

export type Encoding = "identity" | "gzip" | "br";

/** The files of a web frontend by their paths: what is not in here when it starts is not served. */
export interface WebFiles {
  /** The page that every path of the frontend shows. */
  readonly page: WebFile;
  find(path: string): WebFile | undefined;
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".woff2": "font/woff2",
};

/** Undefined when the folder has no page, so when the frontend was not built. */
export async function readWebFiles(folder: string): Promise<WebFiles | undefined> {
  const paths = await listFiles(folder);
  const known = new Set(paths);
  const files = new Map<string, WebFile>();
  for (const path of paths) {
    const type = types[extname(path)];
    if (type === undefined) continue;
    const compressed = (ending: string) =>
      known.has(`${path}${ending}`) ? join(folder, `${path}${ending}`) : undefined;
    const isImmutable = path.startsWith("assets/");
    files.set(`/${path}`, {
      type,
      isImmutable,
      etag: isImmutable ? `"${path}"` : `"${await contentHash(join(folder, path))}"`,
      places: { identity: join(folder, path), gzip: compressed(".gz"), br: compressed(".br") },
    });
  }
  const page = files.get("/index.html");
  return page && { page, find: (path) => files.get(path) };
}

async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

async function contentHash(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("base64url");
}
