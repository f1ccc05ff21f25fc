/** One record of a CSV file, by the names in its first line. */
export interface CsvRecord {
  /** The line that it begins on, from 1. */
  readonly line: number;
  readonly fields: Readonly<Record<string, string>>;
}

export interface CsvOptions {
  /** What stands between fields. */
  readonly delimiter: string;
  /** Longest record, in characters. */
  readonly longest: number;
}

/**
 * Reads CSV as RFC 4180 has it: a header line, quotes around fields that hold delimiters, line breaks or quotes, which
 * are doubled there. Lines may also end in LF alone. One record is held at a time.
 */
export async function* parseCsv(
  pieces: AsyncIterable<string>,
  { delimiter, longest }: CsvOptions,
): AsyncGenerator<CsvRecord> {
  let header: readonly string[] | undefined;
  for await (const { line, cells } of csvRows(pieces, { delimiter, longest })) {
    if (cells.length === 1 && cells[0] === "") continue;
    if (!header) {
      header = checkedHeader(cells);
      continue;
    }
    if (cells.length !== header.length) {
      throw new Error(`line ${line} has ${cells.length} fields, and the first line ${header.length}`);
    }
    yield { line, fields: Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""])) };
  }
}

function checkedHeader(cells: readonly string[]): readonly string[] {
  const names = cells.map((cell) => cell.trim());
  const wrong = names.find((name, index) => name === "" || names.indexOf(name) < index);
  if (wrong === undefined) return names;
  throw new Error(wrong === "" ? "a field in the first line has no name" : `the first line names "${wrong}" twice`);
}

interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

async function* csvRows(pieces: AsyncIterable<string>, options: CsvOptions): AsyncGenerator<CsvRow> {
  const reader = new RowReader(options);
  for await (const piece of pieces) {
    for (const row of reader.read(piece)) yield row;
  }
  const last = reader.end();
  if (last) yield last;
}

type Place = "start of a field" | "plain field" | "quoted field" | "after a quote";

/** Where a piece of the file ends has no meaning: it goes on there with the next one. */
class RowReader {
  readonly #delimiter: string;
  readonly #longest: number;
  #place: Place = "start of a field";
  #cells: string[] = [];
  #cell = "";
  #length = 0;
  #line = 1;
  /** The line that this record began on. */
  #first = 1;
  #wasReturn = false;

  constructor({ delimiter, longest }: CsvOptions) {
    this.#delimiter = delimiter;
    this.#longest = longest;
  }

  *read(piece: string): Generator<CsvRow> {
    for (const character of piece) {
      const isSecondHalf = character === "\n" && this.#wasReturn;
      this.#wasReturn = character === "\r" && this.#place !== "quoted field";
      if (isSecondHalf) continue;
      this.#length += 1;
      if (this.#length > this.#longest) throw new Error(`the record on line ${this.#first} is too long`);
      if (this.#place === "quoted field") this.#readQuoted(character);
      else if (character === '"' && this.#place === "start of a field") this.#place = "quoted field";
      else if (character === '"' && this.#place === "after a quote") this.#add('"', "quoted field");
      else if (character === this.#delimiter) this.#endCell();
      else if (character === "\n" || character === "\r") yield this.#endRow();
      else if (this.#place === "after a quote")
        throw new Error(`line ${this.#line}: something follows a closing quote`);
      else this.#add(character, "plain field");
    }
  }

  /** What the last line holds when nothing ends it. */
  end(): CsvRow | undefined {
    if (this.#place === "quoted field") throw new Error(`the quote on line ${this.#first} is never closed`);
    return this.#length > 0 ? this.#endRow() : undefined;
  }

  #readQuoted(character: string): void {
    if (character === '"') this.#place = "after a quote";
    else this.#add(character, "quoted field");
    if (character === "\n") this.#line += 1;
  }

  #add(character: string, place: Place): void {
    this.#cell += character;
    this.#place = place;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#place = "start of a field";
  }

  #endRow(): CsvRow {
    this.#endCell();
    const row = { line: this.#first, cells: this.#cells };
    this.#cells = [];
    this.#length = 0;
    this.#line += 1;
    this.#first = this.#line;
    return row;
  }
}
