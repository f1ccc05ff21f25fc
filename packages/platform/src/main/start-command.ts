import type { Command } from "commander";
import { defineCommand } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import { printResult } from "./print-result.ts";
import { start } from "./start.ts";
import { startMessage } from "./start-message.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const settingsHint = "Settings come from the environment: PORT, HOST, DATABASE_URL, REDIS_URL, PLATFORM_DATA_DIR, …";

export function startCommand(): Command {
  return serverCommand(
    "start",
    `Starts the API, the web frontend and the workers in one process. ${settingsHint}`,
    "all",
  );
}

export function apiCommand(): Command {
  return serverCommand(
    "api",
    `Starts the API and the web frontend; jobs wait for a worker process. ${settingsHint}`,
    undefined,
  );
}

function serverCommand(name: string, description: string, workers: "all" | undefined): Command {
  return defineCommand({
    name,
    description,
    examples: [`platform ${name} examples/helpdesk/platform.config.ts`],
    config: "argument",
    json: "print what was started as one line of JSON",
  }).action(async (config: string, { json }: { json?: boolean }) => {
    const settings = deploymentSettings(config);
    const started = await start(config, settings, workers);
    const { url, developmentKey, platform } = started;
    const { setUpSecret, hasWeb } = platform;
    const facts = { url: `${url}/graphql`, developmentKey, setUpSecret, webUrl: hasWeb ? url : undefined };
    const tell = (line: string) => {
      if (!json) process.stdout.write(`${line}\n`);
    };
    // First, for whoever stops it as soon as it says that it is there.
    stopOnSignal(async () => {
      tell("\n  Stopping. What is running ends first; Ctrl-C once more does not wait for it.");
      await platform.close();
      tell("  Stopped.");
    });
    printResult({ json }, facts, () => startMessage(started, settings));
  });
}
