import type { Json } from "../definitions/json.ts";
import type { ProcessorConfig } from "../definitions/processor.ts";
import type { StoredFile } from "../definitions/stored-file.ts";
import type { ThreadInput, ThreadOptions } from "../definitions/thread.ts";

export interface ExtractTextOptions<From extends string, To extends string> {
  /** The file field that is read. */
  readonly from: From;
  /** The field that gets the text: `longtext`, and best `calculated`. */
  readonly to: To;
  /** Default `extract_text`. */
  readonly id?: string;
  readonly description?: string;
  /** By default it runs with every change, for at most 60 seconds, and is followed by embeddings where there are any. */
  readonly config?: ProcessorConfig;
  /** Memory beyond which a file is given up. Default 512 MB. */
  readonly memoryInMegabytes?: number;
}

interface ExtractRun<From extends string> {
  readonly item: Readonly<Record<From, string | null>>;
  file(reference: string | null): Promise<StoredFile | undefined>;
  inThread<Result extends Json>(module: URL, input: ThreadInput, options?: ThreadOptions): Promise<Result>;
}

export interface TextExtractor<From extends string, To extends string> {
  readonly id: string;
  readonly description: string;
  readonly config: ProcessorConfig;
  execute(run: ExtractRun<From>): Promise<Record<To, string | null> | undefined>;
}

const readDocument = new URL("./read-document.ts", import.meta.url);

/**
 * A processor that puts the words of an uploaded file into another field: of PDF, DOCX, HTML and plain texts; of other
 * files there are none. It works in a thread that ends when it takes too long or too much memory; the item is then as it
 * was, and the failure says why.
 */
export function extractText<const From extends string, const To extends string>(
  options: ExtractTextOptions<From, To>,
): TextExtractor<From, To> {
  const { from, to, id = "extract_text", memoryInMegabytes = 512 } = options;
  return {
    id,
    description: options.description ?? `Puts the words of the file in ${from} into ${to}.`,
    config: { trigger: "always", timeoutInSeconds: 60, ...options.config },
    execute: async ({ item, file, inThread }) => {
      const stored = await file(item[from]);
      // A file elsewhere is left alone, and so is what somebody has written about it.
      if (!stored) return item[from] === null ? ({ [to]: null } as Record<To, null>) : undefined;
      const input = { type: stored.type, bytes: await stored.read() };
      const text = await inThread<string | null>(readDocument, input, { memoryInMegabytes });
      return { [to]: text } as Record<To, string | null>;
    },
  };
}
