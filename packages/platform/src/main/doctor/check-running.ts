import type { Settings } from "../read-env.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

const longestInMilliseconds = 3000;

/** Whether a platform answers where this one would listen. */
export async function checkRunning({ host, port }: Settings): Promise<Finding> {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const url = `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
  const status = async (path: string) => {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(longestInMilliseconds) });
    await response.body?.cancel();
    return response.status;
  };
  try {
    if ((await status("/health")) !== 200) {
      return warning("platform", `something else answers at ${url}`, "choose another PORT, or stop that program");
    }
    if ((await status("/ready")) === 200) return ok("platform", `it runs at ${url}, and is ready`);
    const remedy = "see its log, and the other findings here: its database or its queues don't answer";
    return fault("platform", `it runs at ${url}, and is not ready`, remedy);
  } catch {
    return ok("platform", `none runs at ${url}`);
  }
}
