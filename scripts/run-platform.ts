import { buildWebIfOutdated } from "./web/build-web.ts";

// Inside the workspace the frontend is there as sources: whoever starts the platform should not have to know.
if (["start", "dev"].includes(process.argv[2] ?? "") && process.env.WEB_FOLDER === undefined) {
  await buildWebIfOutdated().catch((error: unknown) => {
    console.error(`${error instanceof Error ? error.message : String(error)} The API starts without it.`);
  });
}
const program = new URL("../packages/platform/bin/platform.js", import.meta.url);
await import(program.href);
