import { resolve } from "node:path";
import { coreTypes } from "../definitions/core/core-types.ts";
import type { Platform } from "./create-platform.ts";
import type { Settings } from "./read-env.ts";
import type { Started } from "./start.ts";

/** What a person needs next. */
export function startMessage({ platform, url, developmentKey }: Started, settings: Settings): string {
  const tables = platform.migrated.applied.filter((change) => change.startsWith("create the table")).length;
  const lines = [
    "",
    "  Platform is running.",
    "",
    `  Web       ${whereWeb(platform, url, settings)}`,
    `  GraphQL   ${url}/graphql`,
    ...(platform.hasWeb ? [`  Explorer  ${url}/explorer`] : []),
    `  Health    ${url}/health, ${url}/ready`,
    `  Data      ${whereStored(settings)}`,
  ];
  if (tables > 0) lines.push(`  Tables    ${tables} created${platform.isSeeded ? ", with the first data" : ""}`);
  if (platform.setUpSecret) lines.push("", ...setUpLines(platform, url, platform.setUpSecret));
  lines.push("", ...tryLines(platform, url, developmentKey));
  return [...lines, ""].join("\n");
}

function whereWeb({ hasWeb }: Platform, url: string, { webFolder }: Settings): string {
  if (hasWeb) return url;
  return webFolder === "off" ? "off" : "not built (inside the workspace: npm run build:web)";
}

function whereStored({ databaseUrl, dataFolder }: Settings): string {
  return databaseUrl ? `PostgreSQL at ${new URL(databaseUrl).host}` : `${resolve(dataFolder)} (embedded PostgreSQL)`;
}

function setUpLines({ hasWeb }: Platform, url: string, secret: string): string[] {
  if (hasWeb) {
    // Behind the #, so that it is in no log of requests.
    return [
      "  There is no super admin yet. Open this link to set one up; it works once, within a day:",
      "",
      `  ${url}/set-up#${secret}`,
    ];
  }
  return [
    "  There is no super admin yet. This sets one up, once, within a day:",
    "",
    `  curl -s ${url}/auth/set-up -H 'content-type: application/json' \\`,
    `    -d '{"token":"${secret}","email":"you@example.com","password":"…"}'`,
  ];
}

function tryLines(platform: Platform, url: string, developmentKey: string | undefined): string[] {
  const query = `{ ${exampleQuery(platform)} }`;
  return [
    "  Three things to try:",
    "",
    ...(developmentKey === undefined
      ? ["  1. Make a key for programs: platform keys create --user you@example.com --name first"]
      : [
          "  1. Ask the API, with the development key of this data folder (it has every right: keep it to yourself):",
          `     curl -s ${url}/graphql -H 'x-api-key: ${developmentKey}' -H 'content-type: application/json' \\`,
          `       -d '{"query":"${query}"}'`,
        ]),
    platform.hasWeb
      ? `  2. Paste this into the explorer, ${url}/explorer: ${query}`
      : `  2. Paste this into any GraphQL client, at ${url}/graphql: ${query}`,
    "  3. Change a field of the config file while platform dev runs in place of platform start: it says what changes.",
  ];
}

/** A page of the deployment's first context, or of the agents when it has none. */
function exampleQuery({ schema }: Platform): string {
  const ofCoreTypes = new Set(coreTypes.map(({ id }) => `${id}Pagination`));
  const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});
  const isOfContext = (name: string) => name.endsWith("Pagination") && !ofCoreTypes.has(name);
  const pagination = queries.find(isOfContext) ?? "agentsPagination";
  return `${pagination}(limit: 3) { pageInfo { itemCount } items { id createdAt } }`;
}
