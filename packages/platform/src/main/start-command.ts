import { dirname } from "node:path";
import { Command } from "commander";
import { readEnv } from "./read-env.ts";
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
  return new Command(name)
    .description(description)
    .argument("[config]", "the file that default-exports the PlatformApp", "platform.config.ts")
    .option("--json", "print what was started as one line of JSON")
    .addHelpText("after", `\nExample:\n  platform ${name} examples/helpdesk/platform.config.ts`)
    .action(async (config: string, { json }: { json?: boolean }) => {
      const settings = readEnv(process.env, dirname(config));
      const started = await start(config, settings, workers);
      const { url, developmentKey, platform } = started;
      const { setUpSecret, hasWeb } = platform;
      const facts = { url: `${url}/graphql`, developmentKey, setUpSecret, webUrl: hasWeb ? url : undefined };
      const text = json ? JSON.stringify(facts) : startMessage(started, settings);
      const tell = (line: string) => {
        if (!json) process.stdout.write(`${line}\n`);
      };
      // First, for whoever stops it as soon as it says that it is there.
      stopOnSignal(async () => {
        tell("\n  Stopping. What is running ends first; Ctrl-C once more does not wait for it.");
        await platform.close();
        tell("  Stopped.");
      });
      process.stdout.write(`${text}\n`);
    });
}
