import { registerHooks } from "node:module";
import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSchema } from "../../graphql/build-schema.ts";
import { tableModels } from "../../storage/tables/table-model.ts";
import { deploymentSettings } from "../deployment-settings.ts";
import { loadDefinitions } from "../load-definitions.ts";
import type { CheckMessage } from "./dev-messages.ts";
import { schemaMembers } from "./schema-difference.ts";

// A process of its own: modules are loaded once in the life of a process, so only a new one sees what has changed.
const [, , config = ""] = process.argv;
const platformFolder = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const files = new Set<string>();

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith("file:")) rememberOwn(fileURLToPath(url));
    return next(url, context);
  },
});

/** Packages change by being installed anew, which is no change of the deployment. */
function rememberOwn(file: string): void {
  const isPackage = file.includes(`${sep}node_modules${sep}`) || file.startsWith(`${platformFolder}${sep}src${sep}`);
  if (!isPackage) files.add(file);
}

async function check(): Promise<CheckMessage> {
  try {
    deploymentSettings(config);
    const { definitions } = await loadDefinitions(config);
    const schema = schemaMembers(buildSchema(definitions));
    return { kind: "sound", files: [...files], schema, models: tableModels(definitions) };
  } catch (error) {
    return { kind: "faulty", files: [...files], fault: error instanceof Error ? error.message : String(error) };
  }
}

const message = await check();
process.send?.(message, () => process.exit(0));
