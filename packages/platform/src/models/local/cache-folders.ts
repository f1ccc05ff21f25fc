import { homedir } from "node:os";
import { join, parse, sep } from "node:path";
import { bundledModel } from "./bundled-model.ts";

/** Where built models are looked for and kept: the first folder that can be written to. */
export function cacheFolders(chosen: string | undefined): readonly string[] {
  if (chosen !== undefined) return [chosen];
  return [...packagesFolder(bundledModel.weights), homedir()].map((folder) => join(folder, ".cache", "platform"));
}

/** The outermost `node_modules` on the way to a file. */
function packagesFolder(path: string): readonly string[] {
  const parts = path.split(sep);
  const depth = parts.indexOf("node_modules");
  return depth === -1 ? [] : [join(parse(path).root, ...parts.slice(1, depth + 1))];
}
