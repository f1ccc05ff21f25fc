import type { Command } from "./command.ts";

/** The commands that have every word of the search: first those whose label begins with it. */
export function rankCommands(commands: readonly Command[], search: string): readonly Command[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  return commands
    .map((command) => ({ command, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ command }) => command);
}

function scoreOf({ label, words: others }: Command, searched: readonly string[]): number {
  const name = label.toLowerCase();
  const more = others.toLowerCase().split(/\s+/);
  const isNamed = (word: string) => name.includes(word) || more.some((each) => each.startsWith(word));
  if (!searched.every(isNamed)) return 0;
  const [first = ""] = searched;
  if (name.startsWith(first)) return 3;
  return searched.every((word) => name.includes(word)) ? 2 : 1;
}
