import type { LanguageModel } from "ai";
import { definitionSite } from "./definition-site.ts";
import type { Json } from "./json.ts";
import type { QueueReference } from "./queue.ts";

/** The backend that is always there. */
export const retrievalId = "retrieval";

/** What a provider can use to make its model. */
export interface ProviderContext {
  /** The value of a stored variable, decrypted. Throws when there is none. */
  variable(name: string): Promise<string>;
}

interface WorkflowSupport {
  /** Whether agents of this backend run workflows. */
  readonly enabled: boolean;
  /** Where they run in the background. Without one they run while the caller waits. */
  readonly queue?: QueueReference;
}

export interface ProviderOptions {
  /** What the `backend` of an agent names. */
  readonly id: string;
  /** For people. Default: the id. */
  readonly name?: string;
  readonly description?: string;
  /** Whose model it is, like `openai`. */
  readonly provider: string;
  readonly modelName: string;
  /** What the model takes in, for people and clients: like { text: true, images: false }. */
  readonly capabilities?: Readonly<Record<string, Json>>;
  /** In tokens. */
  readonly maxContextLength?: number;
  readonly workflows?: WorkflowSupport;
  /** Makes the model: any of the AI SDK's. Called for every run. */
  model(context: ProviderContext): LanguageModel | Promise<LanguageModel>;
}

/** What answers for an agent: a language model, and how to reach it. */
export class PlatformProvider {
  readonly id: string;
  readonly name: string;
  readonly options: ProviderOptions;
  /** Where it was written, `file:line`. */
  readonly site: string | undefined;

  constructor(options: ProviderOptions) {
    this.id = options.id;
    this.name = options.name ?? options.id;
    this.options = options;
    this.site = definitionSite(PlatformProvider);
  }
}
