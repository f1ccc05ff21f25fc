import type { Call } from "../operations/call.ts";
import { removeUnusedFiles } from "../operations/files/remove-unused-files.ts";

const intervalInMilliseconds = 60 * 60 * 1000;
/** Whoever uploads a file has this long to write the item that holds it. */
const olderThanInSeconds = 24 * 60 * 60;

/** Removes files that no item holds, every hour. */
export function tidyFiles(parts: Pick<Call, "database" | "files" | "resources" | "report">): {
  close(): Promise<void>;
} {
  let running = Promise.resolve();
  const tidy = () => {
    running = removeUnusedFiles({ ...parts, olderThanInSeconds }).then(
      () => undefined,
      // It is tried again an hour later.
      (error: unknown) => parts.report(error, "files that are not used could not be removed"),
    );
  };
  const timer = setInterval(tidy, intervalInMilliseconds).unref();
  return {
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
