import { dirname } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { servicePrincipal } from "../access/principal.ts";
import type { Call } from "../operations/call.ts";
import { runEval } from "../operations/evals/run-eval.ts";
import { describeReport, type EvalReport, evalReport } from "./eval-report.ts";
import { findEvalRun } from "./find-eval-run.ts";
import type { Core } from "./open-core.ts";
import { readEnv } from "./read-env.ts";
import { isAlone, waitForEvalRun, withEvalWorkers } from "./wait-for-eval-run.ts";
import { withCore } from "./with-core.ts";

interface Options {
  readonly config: string;
  readonly failUnder?: number;
  readonly onlyFailed?: boolean;
  readonly json?: boolean;
}

export function evalCommand(): Command {
  const command = new Command("eval").description("Runs evaluations of agents.");
  command
    .command("run")
    .description("Runs the test cases of an eval run, waits for the end, and fails when they don't pass.")
    .argument("<run>", "the id or the name of the eval run")
    .option("--fail-under <score>", "also fail when the score is less", parseScore)
    .option("--only-failed", "only the cases that did not pass the last time")
    .option("--config <file>", "the file that default-exports the PlatformApp", "platform.config.ts")
    .option("--json", "print JSON")
    .addHelpText("after", `\nExample:\n  platform eval run "Help articles" --fail-under 80`)
    .action((run: string, options: Options) =>
      withCore(readEnv(process.env, dirname(options.config)), options.config, async (core) => {
        const report = await runAndReport(core, run, options);
        process.stdout.write(`${options.json ? JSON.stringify(report) : describeReport(report)}\n`);
        if (!report.isGoodEnough) process.exitCode = 1;
      }),
    );
  return command;
}

async function runAndReport(core: Core, wanted: string, options: Options): Promise<EvalReport> {
  const call: Call = { ...core.shared, principal: servicePrincipal("program") };
  const run = await findEvalRun(call, wanted);
  const begin = () => runEval(call, { id: run.id, onlyFailed: options.onlyFailed });
  // Before there are workers: a run that others work on is refused, and none of its cases taken from them.
  const begun = isAlone(core) ? undefined : await begin();
  return withEvalWorkers(core, async () => {
    // Here, what goes on was left behind by a process that is gone: it ends first.
    if (!begun) await waitForEvalRun(call, run.id, () => undefined);
    const { count } = begun ?? (await begin());
    await waitForEvalRun(call, run.id, progressOf(count));
    return evalReport(call, run, options.failUnder);
  });
}

/** For whoever looks on; a log would be full of it. */
function progressOf(count: number): (left: number) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return (left) => {
    process.stderr.write(`\r${count - left} of ${count} cases${left === 0 ? "\n" : ""}`);
  };
}

function parseScore(text: string): number {
  const score = Number(text);
  if (text.trim() !== "" && Number.isFinite(score) && score >= 0) return score;
  throw new InvalidArgumentError("It must be a number from 0.");
}
