import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(js|css|html|svg|json|ttf)$/;
const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Puts a .gz and a .br beside every file that is worth it, so that no request has to wait for compression. */
export function compressFiles(): Plugin {
  let folder = "";
  return {
    name: "compress-files",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => compressible.test(name)).map((name) => compress(join(folder, name))));
    },
  };
}

/** Brotli's two highest levels take five times as long for the last three percent. */
async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < 1024) return;
  await writeFile(`${path}.gz`, await toGzip(content, { level: 9 }));
  await writeFile(`${path}.br`, await toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
