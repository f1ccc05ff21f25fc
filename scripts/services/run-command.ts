import { execFile } from "node:child_process";

/** Runs a command to its end and gives what it printed; its complaint is the message of the error when it fails. */
export async function runCommand(command: string, ...parameters: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  execFile(command, parameters, { env: quietEnvironment, maxBuffer: maxOutputInBytes }, (error, output, complaint) => {
    if (error) reject(new Error(`${command} failed: ${lastLines(complaint || output || error.message)}`));
    else resolve(output.trim());
  });
  return promise;
}

export async function commandSucceeds(command: string, ...parameters: readonly string[]): Promise<boolean> {
  return runCommand(command, ...parameters).then(
    () => true,
    () => false,
  );
}

/** The end of a log on one line, short enough for a message. */
export function lastLines(text: string): string {
  return text.trim().split("\n").slice(-3).join(" / ");
}

const quietEnvironment = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
const maxOutputInBytes = 64 * 1024 * 1024;
