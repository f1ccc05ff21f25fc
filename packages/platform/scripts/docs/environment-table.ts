import { environmentVariables } from "../../src/main/environment-variables.ts";

const begin = "<!-- The table is made by npm run docs, from src/main/environment-variables.ts. -->";
const end = "<!-- The end of the table. -->";

/** docs/configuration.md with the table of variables as it should be. */
export function withEnvironmentTable(page: string): string {
  const [before] = page.split(begin);
  const [, after] = page.split(end);
  if (before === undefined || after === undefined) throw new Error("The page has lost the marks around its table.");
  return `${before}${begin}\n\n${environmentTable()}\n\n${end}${after}`;
}

function environmentTable(): string {
  const variables: readonly (readonly [string, Readonly<{ value?: string; otherwise?: string; meaning: string }>])[] =
    Object.entries(environmentVariables);
  return table([
    ["Variable", "Default", "Meaning"],
    ...variables.map(([name, { value, otherwise, meaning }]) => [`\`${name}\``, value ?? otherwise ?? "–", meaning]),
  ]);
}

/** A table of Markdown, its columns in line. */
function table([heads = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = heads.map((_, column) => Math.max(...[heads, ...rows].map((row) => row[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [heads, widths.map((width) => "-".repeat(width)), ...rows].map(lineOf).join("\n");
}
