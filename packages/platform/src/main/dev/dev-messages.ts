import type { TableModel } from "../../storage/tables/table-model.ts";

/** What the process that looks at a changed deployment says, once. */
export type CheckMessage = {
  /** The files that the deployment is made of. */
  readonly files: readonly string[];
} & (
  | { readonly kind: "sound"; readonly schema: readonly string[]; readonly models: readonly TableModel[] }
  | { readonly kind: "faulty"; readonly fault: string }
);

/** A difference between the tables and the definitions, for people. */
export interface PlannedChange {
  readonly id: string;
  readonly kind: "safe" | "accept" | "blocked";
  readonly summary: string;
  /** What can be done about it; of those that are not safe. */
  readonly resolution: string | undefined;
}

/** What the process that serves the deployment says. */
export type ServeMessage =
  | {
      readonly kind: "started";
      readonly url: string;
      /** For people. */
      readonly text: string;
      /** What was changed on the tables by this start. */
      readonly applied: readonly string[];
    }
  | { readonly kind: "failed"; readonly fault: string }
  | { readonly kind: "planned"; readonly changes: readonly PlannedChange[] };

/** What it is asked: how its tables differ from what is declared now. */
export interface PlanRequest {
  readonly models: readonly TableModel[];
}
