import type { Command } from "commander";
import { defineCommand } from "../define-command.ts";
import { printResult } from "../print-result.ts";
import { describeFindings } from "./finding.ts";
import { runDoctor } from "./run-doctor.ts";

export function doctorCommand(): Command {
  return defineCommand({
    name: "doctor",
    description:
      "Looks for what is wrong with a deployment and the servers it uses, and says what to do. Changes nothing; exits with 1 when there is a fault.",
    examples: ["platform doctor", "platform doctor platform.config.ts --json"],
    config: "argument",
  }).action(async (config: string, options: { json?: boolean }) => {
    const findings = await runDoctor(config);
    const isHealthy = findings.every(({ state }) => state !== "fault");
    printResult(options, { isHealthy, findings }, () => describeFindings(findings));
    if (!isHealthy) process.exitCode = 1;
  });
}
