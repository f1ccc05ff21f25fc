import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

/** A folder imports from those below it. */
const layers = ["app", "pages", "features", "shared"];
const mostLines = 300;

interface SourceFile {
  /** From `src`: `features/items/item.ts`. */
  readonly path: string;
  readonly text: string;
}

const source = resolve(import.meta.dirname, "../../src");
const files: readonly SourceFile[] = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(source, path), "utf8") }));

describe("The sources of the web frontend", () => {
  test("are in app, pages, features and shared, but for the one that starts it", () => {
    const others = files.filter(({ path }) => !layers.includes(layerOf(path)));

    expect(others.map(({ path }) => path)).toEqual(["main.tsx"]);
  });

  test("import downwards: app from pages, pages from features, features from shared", () => {
    const upward = files.flatMap(({ path, text }) =>
      localImports(path, text)
        .filter((imported) => rankOf(imported) < rankOf(path))
        .map((imported) => `${path} → ${imported}`),
    );

    expect(upward).toEqual([]);
  });

  test("have no feature that imports another", () => {
    const crossing = files
      .filter(({ path }) => layerOf(path) === "features")
      .flatMap(({ path, text }) =>
        localImports(path, text)
          .filter((imported) => layerOf(imported) === "features" && featureOf(imported) !== featureOf(path))
          .map((imported) => `${path} → ${imported}`),
      );

    expect(crossing).toEqual([]);
  });

  test("know nothing of the server's sources", () => {
    const outside = files.flatMap(({ path, text }) => localImports(path, text).filter((each) => each.startsWith("..")));

    expect(outside).toEqual([]);
  });

  test("talk to the platform in queries.ts and shared/api only", () => {
    const speaking = files.filter(({ text }) => /\bfetch\(/.test(text)).map(({ path }) => path);

    expect(speaking).toEqual(["features/explorer/fetch-operation.ts", "shared/api/request.ts"]);
  });

  test("never put text into the page as HTML, and evaluate none", () => {
    const dangerous = /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
    const offenders = files.filter(({ text }) => dangerous.test(text));

    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  test("make no ids with what browsers have only over https or on the same machine", () => {
    const offenders = files.filter(({ text }) => text.includes("randomUUID"));

    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  test(`have no file over ${mostLines} lines`, () => {
    const long = files.filter(({ text }) => text.trimEnd().split("\n").length > mostLines);

    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

function layerOf(path: string): string {
  return path.split("/")[0] ?? "";
}

function featureOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** What is in no layer starts the rest, and stands above it. */
function rankOf(path: string): number {
  return layers.indexOf(layerOf(path));
}

function localImports(path: string, text: string): string[] {
  const references = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"/g);
  return [...references].map(([, target = ""]) => relative(source, resolve(source, dirname(path), target)));
}
