import type { ReadyJob } from "../../queues/queue-engine.ts";
import { type Schedule, setSchedule } from "../../queues/schedules.ts";
import { moveImport } from "../../storage/archive/import-state.ts";
import { continueNumbers, writeRows } from "../../storage/archive/write-rows.ts";
import { ArchiveCursor } from "./archive-cursor.ts";
import { filledIn, type SectionBegin } from "./archive-format.ts";
import type { CheckedArchive } from "./check-archive.ts";
import type { ArchiveParts } from "./export-archive.ts";
import { storeFile } from "./store-file.ts";

/** Stores what an archive holds, from the given line on. What is stored and how far that is are written together. */
export async function applyArchive(
  parts: ArchiveParts,
  path: string,
  { archive, from }: { readonly archive: CheckedArchive; readonly from: number },
): Promise<void> {
  const cursor = new ArchiveCursor(path);
  const progress = { lines: from };
  try {
    for (let begin = await cursor.nextSection(); begin; begin = await cursor.nextSection()) {
      await sectionWriters[begin.begin]({ parts, archive, cursor, begin, progress });
      parts.progress?.("lines", cursor.number, archive.lines);
    }
  } finally {
    await cursor.close();
  }
}

interface Step {
  readonly parts: ArchiveParts;
  readonly archive: CheckedArchive;
  readonly cursor: ArchiveCursor;
  readonly begin: SectionBegin;
  /** The lines that are done, as the database knows it. */
  readonly progress: { lines: number };
}

const sectionWriters: Readonly<Record<SectionBegin["begin"], (step: Step) => Promise<void>>> = {
  table: async (step) => {
    const { database } = step.parts;
    const table = filledIn(step.archive.header).find(({ name }) => name === step.begin.name);
    if (!table) return;
    await inPortions(step, (lines) => writeRows(database, table, lines));
    await continueNumbers(database, table);
  },

  file: async (step) => {
    const isDone = step.cursor.number <= step.progress.lines;
    const content = step.cursor.content(step.progress.lines);
    if (!isDone) await storeFile(step.parts, step.begin.name, content);
    for await (const _ of content);
    if (!isDone) await settle(step, async () => undefined);
  },

  jobs: async (step) => {
    const { begin, parts } = step;
    if (!parts.queues.list.has(begin.name)) return;
    const { bull, engine } = parts.queues.opened(begin.name);
    await inPortions(step, (lines) => engine.add(bull, lines.map(onlyElement<ReadyJob>)));
    if (begin.isPaused) await bull.pause();
  },

  schedules: async ({ begin, cursor, parts, progress }) => {
    // Setting one again changes nothing.
    for await (const text of cursor.content(progress.lines)) {
      await setSchedule(parts.queues.opened(begin.name).bull, onlyElement<Schedule>(text));
    }
  },
};

const mostLines = 500;
/** Of a portion, in characters: what is stored with one statement, and held in memory. */
const mostLength = 1024 * 1024;

async function inPortions(step: Step, store: (lines: readonly string[]) => Promise<void>): Promise<void> {
  let lines: string[] = [];
  let length = 0;
  for await (const text of step.cursor.content(step.progress.lines)) {
    lines.push(text);
    length += text.length;
    if (lines.length < mostLines && length < mostLength) continue;
    const portion = lines;
    await settle(step, () => store(portion));
    lines = [];
    length = 0;
  }
  if (lines.length > 0) await settle(step, () => store(lines));
}

/** Stores something, and that everything until here is stored: both or neither. */
async function settle({ parts, archive, cursor, progress }: Step, store: () => Promise<void>): Promise<void> {
  const { database } = parts;
  const to = cursor.number;
  await database.transaction(async () => {
    await database.run("set local statement_timeout to 0");
    // What a crash of the server takes back, it takes back together with the place, and the end of the import waits for the disk. The
    // embedded database would keep all of it to itself until then, and lose it with the process.
    if (database.kind === "postgres") await database.run("set local synchronous_commit to off");
    await store();
    await moveImport(database, progress.lines, to);
  });
  progress.lines = to;
  parts.progress?.("lines", to, archive.lines);
}

function onlyElement<Value>(line: string): Value {
  const [value] = JSON.parse(line) as [Value];
  return value;
}
