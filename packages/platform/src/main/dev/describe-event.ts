import { assertNever } from "../../foundation/assert-never.ts";
import type { DevEvent } from "./run-dev.ts";

const mostLines = 40;

/** What happened, for people. */
export function describeEvent(event: DevEvent): string {
  switch (event.event) {
    case "started":
      return `${event.text}\n  Watching ${event.files} files: it starts again when one changes. Ctrl-C ends it.\n`;
    case "changed":
      return describeChange(event);
    case "restarted":
      return `  Started again at ${event.url}.\n`;
    case "faulty":
      return `${event.fault}\n\n  ${event.isServing ? "What was there before goes on" : "Nothing is served"}; waiting for the next change.\n`;
    case "ended":
      return `  ${event.fault}\n`;
    default:
      return assertNever(event);
  }
}

function describeChange({ schema, tables }: Extract<DevEvent, { event: "changed" }>): string {
  const members = [...schema.removed.map((line) => `    - ${line}`), ...schema.added.map((line) => `    + ${line}`)];
  const changes = tables.map(({ id, kind, summary }) => `    ${kind === "safe" ? "+" : "!"} ${id}: ${summary}`);
  return [...section("Schema", members, "as it was"), ...section("Tables", changes, "as they were")].join("\n");
}

function section(name: string, lines: readonly string[], same: string): readonly string[] {
  if (lines.length === 0) return [`  ${name}: ${same}`];
  const rest = lines.length - mostLines;
  return [`  ${name}:`, ...lines.slice(0, mostLines), ...(rest > 0 ? [`    … and ${rest} more`] : [])];
}
