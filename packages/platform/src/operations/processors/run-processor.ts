import type { AppServices } from "../../definitions/app-services.ts";
import type { ProcessorDefinition, ProcessorRun } from "../../definitions/processor.ts";
import type { Resource } from "../../definitions/resource.ts";
import { BadInputError } from "../../foundation/errors.ts";
import type { Row } from "../../storage/database.ts";
import type { SqlValue } from "../../storage/sql.ts";
import { parseProcessed } from "../items/parse-input.ts";
import { runInTime } from "../run-in-time.ts";

export interface ProcessorRunOptions {
  readonly services: AppServices;
  readonly signal?: AbortSignal;
  /** Longest it may take. Absent: whoever calls sees to that. */
  readonly timeoutInSeconds?: number | undefined;
  log(line: string): Promise<void>;
  readonly inThread: ProcessorRun<unknown>["inThread"];
}

export type Changes = ReadonlyMap<string, SqlValue>;

/** What a processor makes of an item: the columns to set, none when it is not for this item. Throws, saying why. */
export async function runProcessor(
  resource: Resource,
  processor: ProcessorDefinition,
  item: Row,
  { services, signal, timeoutInSeconds, log, inThread }: ProcessorRunOptions,
): Promise<Changes> {
  const typed = item as never;
  if (processor.filter && !processor.filter(typed)) return new Map();
  const execute = async (inner: AbortSignal) =>
    processor.execute({ ...services, item: typed, signal: inner, log, inThread });
  const result = await runInTime(timeoutInSeconds ?? (signal ? undefined : defaultTimeoutInSeconds), signal, execute);
  if (result === undefined || result === null) return new Map();
  try {
    return parseProcessed(resource, result);
  } catch (error) {
    if (!(error instanceof BadInputError)) throw error;
    throw new BadInputError(`What the processor "${processor.id}" gave back can't be stored: ${error.message}`);
  }
}

const defaultTimeoutInSeconds = 180;
