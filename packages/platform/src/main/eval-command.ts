import { Command, InvalidArgumentError } from "commander";
import { servicePrincipal } from "../access/principal.ts";
import type { Call } from "../operations/call.ts";
import { runEval } from "../operations/evals/run-eval.ts";
import { type DeploymentOptions, defineCommand } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import { describeReport, type EvalReport, evalReport } from "./eval-report.ts";
import { findNamed } from "./find-named.ts";
import type { Core } from "./open-core.ts";
import { printResult } from "./print-result.ts";
import { progressBar } from "./progress-bar.ts";
import { isAlone, waitForEvalRun, withEvalWorkers } from "./wait-for-eval-run.ts";
import { withCore } from "./with-core.ts";

interface Options extends DeploymentOptions {
  readonly failUnder?: number;
  readonly onlyFailed?: boolean;
}

export function evalCommand(): Command {
  const command = new Command("eval").description("Runs evaluations of agents.");
  const run = defineCommand({
    name: "run",
    description: "Runs the test cases of an eval run, waits for the end, and fails when they don't pass.",
    examples: [`platform eval run "Help articles" --fail-under 80`],
    config: "option",
  })
    .argument("<run>", "the id or the name of the eval run")
    .option("--fail-under <score>", "also fail when the score is less", parseScore)
    .option("--only-failed", "only the cases that did not pass the last time")
    .action((run: string, options: Options) =>
      withCore(deploymentSettings(options.config), options.config, async (core) => {
        const report = await runAndReport(core, run, options);
        printResult(options, report, describeReport);
        if (!report.isGoodEnough) process.exitCode = 1;
      }),
    );
  return command.addCommand(run);
}

async function runAndReport(core: Core, wanted: string, options: Options): Promise<EvalReport> {
  const call: Call = { ...core.shared, principal: servicePrincipal("program") };
  const run = await findNamed(call, "eval_runs", wanted);
  const begin = () => runEval(call, { id: run.id, onlyFailed: options.onlyFailed });
  // Before there are workers: a run that others work on is refused, and none of its cases taken from them.
  const begun = isAlone(core) ? undefined : await begin();
  return withEvalWorkers(core, async () => {
    // Here, what goes on was left behind by a process that is gone: it ends first.
    if (!begun) await waitForEvalRun(call, run.id, () => undefined);
    const { count } = begun ?? (await begin());
    const progress = progressBar("cases");
    await waitForEvalRun(call, run.id, (left) => progress(count - left, count));
    return evalReport(call, run, options.failUnder);
  });
}

function parseScore(text: string): number {
  const score = Number(text);
  if (text.trim() !== "" && Number.isFinite(score) && score >= 0) return score;
  throw new InvalidArgumentError("It must be a number from 0.");
}
