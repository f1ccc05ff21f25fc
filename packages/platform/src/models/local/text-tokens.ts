import { readFile } from "node:fs/promises";
import { Tokenizer } from "@huggingface/tokenizers";
import type { SentenceModel } from "./sentence-model.ts";

/** English has five characters a token; what is cut here would be cut after tokenising as well, but much later. */
const mostCharactersPerToken = 20;

/** Opens the model's tokenizer: texts in, at most `maxTokens` tokens out, with those that mark start and end. */
export async function openTokenizer({ files, maxTokens }: SentenceModel): Promise<(text: string) => readonly number[]> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(files.tokenizer, "utf8")), {});
  return (text) => {
    // A half of a pair, of the text's own or from the cut, would not be a character.
    const start = text.slice(0, maxTokens * mostCharactersPerToken).toWellFormed();
    const tokens = tokenizer.encode(start).ids;
    return tokens.length <= maxTokens ? tokens : [...tokens.slice(0, maxTokens - 1), ...tokens.slice(-1)];
  };
}
