import { parseArgs } from "node:util";
import { workloadNames } from "./workloads.ts";

export interface BenchOptions {
  /** A server on which a database may be made. Absent: a private durable one is started. */
  readonly databaseUrl: string | undefined;
  /** Whether our server runs on the embedded database; the bare handler has none, so it is left out. */
  readonly isEmbedded: boolean;
  /** Tickets in the table. Default 100,000. */
  readonly rows: number;
  /** Connections that send one request after the other. Default 16. */
  readonly connections: number;
  /** How long each server is measured in a round. Default 8. */
  readonly seconds: number;
  /** Default 3. */
  readonly rounds: number;
  /** Names of workloads, and `start`. Default: all. */
  readonly only: readonly string[];
  /** The file that gets the figures. */
  readonly json: string | undefined;
  /** Whether a missed target ends the run with exit code 1. */
  readonly isCheck: boolean;
  /** Whether to print where our server spends its time, instead of comparing. */
  readonly isProfile: boolean;
}

export const startName = "start";

export function readBenchOptions(parameters: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      "database-url": { type: "string" },
      embedded: { type: "boolean", default: false },
      rows: { type: "string", default: "100000" },
      connections: { type: "string", default: "16" },
      seconds: { type: "string", default: "8" },
      rounds: { type: "string", default: "3" },
      only: { type: "string" },
      json: { type: "string" },
      check: { type: "boolean", default: false },
      profile: { type: "boolean", default: false },
    },
  });
  return {
    databaseUrl: values["database-url"],
    isEmbedded: values.embedded,
    rows: positive("rows", values.rows),
    connections: positive("connections", values.connections),
    seconds: positive("seconds", values.seconds),
    rounds: positive("rounds", values.rounds),
    only: selection(values.only),
    json: values.json,
    isCheck: values.check,
    isProfile: values.profile,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1, not ${text}`);
  return value;
}

function selection(text: string | undefined): readonly string[] {
  const names = [...workloadNames, startName];
  if (text === undefined) return names;
  const selected = text.split(",").map((name) => name.trim());
  const unknown = selected.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`--only knows ${names.join(", ")}, not ${unknown.join(", ")}`);
  return selected;
}
