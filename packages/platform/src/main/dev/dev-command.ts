import type { Command } from "commander";
import { defineCommand } from "../define-command.ts";
import { requireConfig } from "../load-app.ts";
import { printResult } from "../print-result.ts";
import { describeEvent } from "./describe-event.ts";
import { runDev } from "./run-dev.ts";

export function devCommand(): Command {
  return defineCommand({
    name: "dev",
    description:
      "Does what start does, and again after each change. Watches the config file, the files that it imports, and .env; says what changes in the schema and on the tables. A change with faults leaves what was there before running.",
    examples: ["platform dev", "PORT=4001 platform dev examples/helpdesk/platform.config.ts"],
    config: "argument",
    json: "print what happens as lines of JSON",
  }).action(async (config: string, options: { json?: boolean }) => {
    requireConfig(config);
    const stopping = new AbortController();
    let isTold = false;
    const onSignal = () => {
      // The second one does not wait.
      if (isTold) process.exit(1);
      isTold = true;
      stopping.abort();
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
    await runDev(config, {
      environment: process.env,
      tell: (event) => printResult(options, event, describeEvent),
      signal: stopping.signal,
    });
  });
}
