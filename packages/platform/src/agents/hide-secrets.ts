export type Hide = (text: string) => string;

/** Shorter values than this are found by chance in any text, and are no secrets. */
const shortestSecret = 6;

/** What a variable holds is for the tool alone: where it says it again, the variable's name stands instead. */
export function hiding(secrets: ReadonlyMap<string, string>): Hide {
  const hidden = [...secrets].filter(([value]) => value.length >= shortestSecret);
  return (text) => hidden.reduce((rest, [value, name]) => rest.replaceAll(value, `[variable ${name}]`), text);
}
