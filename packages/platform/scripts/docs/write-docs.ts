import { readFile, writeFile } from "node:fs/promises";
import { generatedPages } from "./generated-pages.ts";

for (const { path, file, make } of generatedPages) {
  const current = await readFile(file, "utf8").catch(() => "");
  const made = await make(current);
  if (made !== current) await writeFile(file, made);
  console.log(`${path}: ${made === current ? "as it was" : "written"}`);
}
