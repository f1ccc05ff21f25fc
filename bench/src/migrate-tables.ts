import { startProcess } from "./server-process.ts";
import { benchConfig, platformCli } from "./start-servers.ts";

/** Creates the tables by our own command, so that the rows can be loaded before a server runs. */
export async function migrateTables(
  cleanup: AsyncDisposableStack,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const command = startProcess(cleanup, {
    parameters: [platformCli, "migrate", "apply", benchConfig, "--json"],
    environment,
  });
  await command.ready();
  await command.ended();
}
