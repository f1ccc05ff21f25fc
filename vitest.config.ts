import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const spec = "packages/platform/test/{spec,conformance}/**/*.test.ts";

/** Chapters to which it makes no difference which database there is. CI, which has PostgreSQL and 25 minutes, runs them there only. */
const onAnyDatabase = [
  ...["5-authentication", "authorization-guards", "evals-cases", "evals-results", "events", "job-contents", "open-id"],
  ...["queue-rights", "secrets", "sign-in", "statistics", "workflow-jobs", "workflow-rights", "workflow-schedules"],
];
const leftToPostgres = process.env.CI ? onAnyDatabase.map((name) => `**/spec/${name}.test.ts`) : [];

/** Of the fault tests, some that take long and are about one command, or about size. CI leaves them out for its 25 minutes. */
const longFaults = ["dev", "doctor", "eval-cli", "eval-scale", "identity-cli", "source-scale", "users-cli"];
const leftOutOfCi = process.env.CI ? longFaults.map((name) => `**/faults/${name}.test.ts`) : [];

/** Each file has a platform and a browser of its own. */
const browserTest = {
  globalSetup: ["scripts/vitest-browser.ts"],
  testTimeout: 90_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
};

/** The same chapters run on the embedded database and on PostgreSQL; the fast tests come first. */
export default defineConfig({
  // Vite would take graphql's ES modules, and graphql-jit takes the others: of two copies, neither knows the other's
  // types, nothing would be compiled, and no test would run what Node runs.
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: fileURLToPath(new URL("node_modules/graphql/index.js", import.meta.url)) },
    ],
  },
  test: {
    globalSetup: ["scripts/vitest-services.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/platform/src/**/*.test.ts", "packages/platform/test/unit/**/*.test.ts"],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // One embedded database per worker process: each takes half a gigabyte and a second to start.
        test: {
          name: "embedded",
          include: [spec],
          exclude: leftToPostgres,
          env: { TEST_DATABASE: "embedded" },
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        // As there: loading everything for each file anew would take a minute and a half.
        test: {
          name: "postgres",
          include: [spec],
          env: { TEST_DATABASE: "postgres" },
          isolate: false,
          // Much of the time they wait for leases, limits and clocks.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["packages/platform/test/faults/**/*.test.ts"],
          exclude: leftOutOfCi,
          testTimeout: 240_000,
          // They wait for leases, restarts and clocks much of the time.
          maxWorkers: 4,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // Its own build of the package, which no other project waits for.
        test: {
          name: "package",
          include: ["packages/platform/test/package/**/*.test.ts"],
          globalSetup: ["scripts/vitest-package.ts"],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          // As many as the faults, with which it shares its turn.
          maxWorkers: 4,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: "web",
          include: ["apps/web/test/unit/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...browserTest,
          name: "browser",
          include: ["apps/web/test/browser/**/*.test.ts"],
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
        },
      },
      {
        // Alone: it measures how fast the frontend is.
        test: {
          ...browserTest,
          name: "speed",
          include: ["apps/web/test/speed/**/*.test.ts"],
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
