import { findFreePort } from "./find-free-port.ts";
import { installPackages } from "./install-packages.ts";
import { makeServerFolder } from "./make-server-folder.ts";
import { commandSucceeds } from "./run-command.ts";
import { runServer } from "./run-server.ts";

/** Starts a private Redis that keeps everything in memory, installing it where it is missing. */
export async function startRedis() {
  if (!(await commandSucceeds("redis-server", "--version"))) await installPackages("redis-server");
  const folder = await makeServerFolder("redis");
  const port = await findFreePort();

  const server = await runServer({
    name: "Redis",
    folder,
    command: [
      ...["redis-server", "--bind", "127.0.0.1", "--port", String(port), "--dir", folder],
      ...["--save", "", "--appendonly", "no"],
    ],
    probe: ["redis-cli", "-h", "127.0.0.1", "-p", String(port), "ping"],
  });
  return { url: `redis://127.0.0.1:${port}`, stop: server.stop };
}
