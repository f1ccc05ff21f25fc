import { dirname } from "node:path";
import { Command } from "commander";
import { readEnv } from "./read-env.ts";
import { start } from "./start.ts";
import { startMessage } from "./start-message.ts";

export function startCommand(): Command {
  return new Command("start")
    .description(
      "Starts the API and the web frontend. Settings come from the environment: PORT, HOST, DATABASE_URL, PLATFORM_DATA_DIR, …",
    )
    .argument("[config]", "the file that default-exports the PlatformApp", "platform.config.ts")
    .option("--json", "print what was started as one line of JSON")
    .addHelpText("after", "\nExample:\n  platform start examples/helpdesk/platform.config.ts")
    .action(async (config: string, { json }: { json?: boolean }) => {
      const settings = readEnv(process.env, dirname(config));
      const started = await start(config, settings);
      const { url, developmentKey, platform } = started;
      const { setUpSecret, hasWeb } = platform;
      const facts = { url: `${url}/graphql`, developmentKey, setUpSecret, webUrl: hasWeb ? url : undefined };
      const text = json ? JSON.stringify(facts) : startMessage(started, settings);
      process.stdout.write(`${text}\n`);
      stopOnSignal(() => started.platform.close());
    });
}

/** The first signal finishes what is running; a second one does not wait. */
function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The stop failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}
