import { readFileSync } from "node:fs";

/** What the package says of itself. */
export function platformManifest(): { readonly version: string; readonly engines: { readonly node: string } } {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
}
