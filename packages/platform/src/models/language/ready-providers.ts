import { PlatformProvider, type ProviderContext, type ProviderOptions } from "../../definitions/provider.ts";

/** A key, or the name of the stored variable that holds it. */
export type ProviderKey = string | { readonly variable: string };

interface ReadyOptions
  extends Pick<ProviderOptions, "id" | "name" | "description" | "capabilities" | "maxContextLength" | "workflows"> {
  /** The model's name, as its maker calls it. */
  readonly model: string;
}

interface KeyedOptions extends ReadyOptions {
  readonly apiKey: ProviderKey;
  /** Another address of the same API. */
  readonly baseURL?: string;
}

interface CompatibleOptions extends ReadyOptions {
  /** Like http://127.0.0.1:11434/v1 for Ollama. */
  readonly baseURL: string;
  readonly apiKey?: ProviderKey;
  /** Whose model it is. Default `openai-compatible`. */
  readonly provider?: string;
}

// What speaks to a model is loaded when it is asked for the first time.

export function openaiProvider(options: KeyedOptions): PlatformProvider {
  return provider("openai", options, async (context) => {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey: await keyOf(context, options.apiKey), ...address(options) })(options.model);
  });
}

export function anthropicProvider(options: KeyedOptions): PlatformProvider {
  return provider("anthropic", options, async (context) => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ apiKey: await keyOf(context, options.apiKey), ...address(options) })(options.model);
  });
}

/** Any server that speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, … */
export function openaiCompatibleProvider(options: CompatibleOptions): PlatformProvider {
  const name = options.provider ?? "openai-compatible";
  return provider(name, options, async (context) => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const apiKey = options.apiKey && (await keyOf(context, options.apiKey));
    return createOpenAICompatible({
      name,
      baseURL: options.baseURL,
      includeUsage: true,
      ...(apiKey && { apiKey }),
    }).chatModel(options.model);
  });
}

function provider(name: string, options: ReadyOptions, model: ProviderOptions["model"]): PlatformProvider {
  const { id, description, capabilities = { text: true }, maxContextLength, workflows } = options;
  return new PlatformProvider({
    id,
    provider: name,
    modelName: options.model,
    capabilities,
    ...(options.name !== undefined && { name: options.name }),
    ...(description !== undefined && { description }),
    ...(maxContextLength !== undefined && { maxContextLength }),
    ...(workflows && { workflows }),
    model,
  });
}

function keyOf(context: ProviderContext, key: ProviderKey): string | Promise<string> {
  return typeof key === "string" ? key : context.variable(key.variable);
}

function address({ baseURL }: KeyedOptions): { readonly baseURL?: string } {
  return baseURL === undefined ? {} : { baseURL };
}
