import { createRequire } from "node:module";

/** The oldest Node that the package promises to work with, and the one that runs the tests. */
export const nodes: readonly { readonly version: string; readonly node: string | undefined }[] = [
  { version: "22.18", node: findNode22() },
  { version: process.versions.node, node: process.execPath },
];

function findNode22(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`node22-${process.platform}-${process.arch}/bin/node`);
  } catch (error) {
    // There is none for every platform; CI has one.
    if (process.env.CI === "true") throw error;
    return undefined;
  }
}
