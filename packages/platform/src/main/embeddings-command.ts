import { Command } from "commander";
import type { EmbeddingModel } from "../definitions/embedder.ts";
import type { Resource } from "../definitions/resource.ts";
import { BadInputError } from "../foundation/errors.ts";
import { buildVectors } from "../indexing/build-vectors.ts";
import { beginMove } from "../indexing/move-vectors.ts";
import { addRebuildJob } from "../jobs/rebuild-job.ts";
import { countVectors } from "../storage/chunks/missing-vectors.ts";
import { readVectorSets } from "../storage/chunks/vector-sets.ts";
import { defineCommand, type DeploymentOptions as Options } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import type { Core } from "./open-core.ts";
import { printResult } from "./print-result.ts";
import { progressBar } from "./progress-bar.ts";
import { textTable } from "./text-table.ts";
import { withCore } from "./with-core.ts";

export function embeddingsCommand(): Command {
  const command = new Command("embeddings").description("Moves contexts from one embedding model to another.");
  const define = (name: string, description: string) => {
    const examples = [`platform embeddings ${name}`, `platform embeddings ${name} documentation --json`] as const;
    const defined = defineCommand({ name, description, examples, config: "option" });
    command.addCommand(defined);
    return defined.argument("[context]", "the id of a context; default: all that have an embedder");
  };

  define("status", "Says which model each context is searched with, and how far the next one is.").action(
    (context: string | undefined, options: Options) =>
      withCore(deploymentSettings(options.config), options.config, async (core) => {
        const states = await Promise.all(searched(core, context).map((resource) => stateOf(core, resource)));
        printResult(options, states, describeStates);
      }),
  );
  define("rebuild", "Makes the vectors of the declared model; the old ones are searched until all are there.").action(
    (context: string | undefined, options: Options) =>
      withCore(deploymentSettings(options.config), options.config, (core) =>
        moveAll(core, options, searched(core, context), ({ model }) => model),
      ),
  );
  define("rollback", "Goes back to the vectors of previousModel, or calls off what rebuild has begun.").action(
    (context: string | undefined, options: Options) =>
      withCore(deploymentSettings(options.config), options.config, (core) => {
        const resources = searched(core, context).filter(({ search }) => search?.embedder.previousModel);
        if (resources.length === 0) throw new BadInputError("No embedder declares a previousModel to go back to.");
        return moveAll(core, options, resources, ({ previousModel, model }) => previousModel ?? model);
      }),
  );
  return command;
}

type Goal = (embedder: { model: EmbeddingModel; previousModel: EmbeddingModel | undefined }) => EmbeddingModel;

interface Moved {
  readonly context: string;
  /** `current`: there was nothing to do. `queued`: a job does it. */
  readonly outcome: "current" | "finished" | "queued";
  readonly model: string;
  readonly job?: string;
}

async function moveAll(core: Core, options: Options, resources: readonly Resource[], goal: Goal): Promise<void> {
  const moved: Moved[] = [];
  for (const resource of resources) {
    if (resource.search) moved.push(await move(core, resource, goal(resource.search.embedder)));
  }
  printResult(options, moved, (lines) => lines.map(describeMove).join("\n"));
}

async function move({ shared }: Core, resource: Resource, model: EmbeddingModel): Promise<Moved> {
  const { database, queues } = shared;
  const move = { context: resource.id, model: model.id };
  if ((await beginMove(database, resource, model)) === "current") return { ...move, outcome: "current" };
  const job = await addRebuildJob(queues, resource);
  if (job !== undefined) return { ...move, outcome: "queued", job };
  const progress = progressBar(`chunks of ${resource.id}`);
  await buildVectors({ database }, resource, { progress: ({ made, total }) => progress(made, total) });
  return { ...move, outcome: "finished" };
}

function describeMove({ context, outcome, model, job }: Moved): string {
  if (outcome === "queued") return `${context}: job ${job} makes the vectors of ${model}.`;
  return `${context} is searched with ${model}${outcome === "current" ? " already" : " now"}.`;
}

async function stateOf({ shared: { database } }: Core, resource: Resource) {
  const { active, building, models } = await readVectorSets(database, resource);
  return {
    context: resource.id,
    declared: resource.search?.embedder.model.id ?? null,
    searched: models.get(active) ?? null,
    building: building ? { model: models.get(building), ...(await countVectors(database, resource, building)) } : null,
  };
}

function describeStates(states: readonly Awaited<ReturnType<typeof stateOf>>[]): string {
  if (states.length === 0) return "No context has an embedder.";
  const rows = states.map(({ context, declared, searched, building }) => [
    ...[context, searched ?? "-", declared ?? "-"],
    building ? `${building.model}: ${building.made} of ${building.total} chunks` : "-",
  ]);
  return textTable(["CONTEXT", "SEARCHED WITH", "DECLARED", "BEING MADE"], rows);
}

function searched({ definitions }: Core, context: string | undefined): readonly Resource[] {
  const all = definitions.resources.filter(({ search }) => search);
  if (context === undefined) return all;
  const found = all.filter(({ id }) => id === context);
  if (found.length === 0) throw new BadInputError(`There is no context "${context}" with an embedder.`);
  return found;
}
