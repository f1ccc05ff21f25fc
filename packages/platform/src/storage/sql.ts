/** A value that travels beside the statement, never inside it. */
export type SqlValue = string | number | boolean | null;

/** A piece of SQL: its text with numbered parameters, and their values. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

type Part = SqlFragment | SqlValue;

/** A piece of SQL whose parameters are not numbered yet, so that pieces can be put together in any order. */
class SqlFragment {
  /** Literal text, with values in between: there is one more text than there are values. */
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];

  constructor(texts: readonly string[], values: readonly SqlValue[]) {
    this.texts = texts;
    this.values = values;
  }
}

export type { SqlFragment };

/** Every interpolated value becomes a parameter; only fragments made here become text. */
export function sql(strings: TemplateStringsArray, ...parts: readonly Part[]): SqlFragment {
  const texts: string[] = [strings[0] ?? ""];
  const values: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    append(texts, values, part);
    texts[texts.length - 1] += strings[index + 1] ?? "";
  }
  return new SqlFragment(texts, values);
}

/** A quoted identifier. */
export function name(...path: readonly string[]): SqlFragment {
  return new SqlFragment([path.map(quotedName).join(".")], []);
}

/** An identifier as text, for the scripts that take no fragments. */
export function quotedName(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Text that is part of the program, such as a column type. Never hand it anything a caller said. */
export function literal(text: string): SqlFragment {
  return new SqlFragment([text], []);
}

/** A quoted text, for the statements that take no parameters, such as `create table`. */
export function quotedText(text: string): SqlFragment {
  return literal(`'${text.replaceAll("'", "''")}'`);
}

export function join(parts: readonly SqlFragment[], separator: string): SqlFragment {
  const texts: string[] = [""];
  const values: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0) texts[texts.length - 1] += separator;
    append(texts, values, part);
  }
  return new SqlFragment(texts, values);
}

/** A list as one parameter, so that the statement's text does not depend on its length. */
export function array(values: readonly SqlValue[], elementType: string): SqlFragment {
  return sql`${arrayLiteral(values)}::${literal(elementType)}[]`;
}

export function compile(fragment: SqlFragment): Sql {
  return { text: knownTexts.get(fragment.texts) ?? numbered(fragment), values: fragment.values };
}

/** A statement that is made often with other values: its text is put together once. */
export class SqlShape {
  readonly #fragment: SqlFragment;

  constructor(fragment: SqlFragment) {
    this.#fragment = fragment;
    knownTexts.set(fragment.texts, numbered(fragment));
  }

  /** In the order in which they stand in the text. */
  with(values: readonly SqlValue[]): SqlFragment {
    if (values.length !== this.#fragment.values.length)
      throw new Error("The statement takes another number of values.");
    return new SqlFragment(this.#fragment.texts, values);
  }
}

/** A statement of a library's, whose parameters are already numbered. Never hand it anything a caller said. */
export function foreign(text: string, values: readonly SqlValue[]): SqlFragment {
  const fragment = new SqlFragment([text, ...values.map(() => "")], values);
  knownTexts.set(fragment.texts, text);
  return fragment;
}

const knownTexts = new WeakMap<readonly string[], string>();

function numbered(fragment: SqlFragment): string {
  let text = fragment.texts[0] ?? "";
  for (let index = 1; index < fragment.texts.length; index++) text += `$${index}${fragment.texts[index]}`;
  return text;
}

function append(texts: string[], values: SqlValue[], part: Part): void {
  if (part instanceof SqlFragment) {
    texts[texts.length - 1] += part.texts[0] ?? "";
    for (let index = 1; index < part.texts.length; index++) texts.push(part.texts[index] ?? "");
    for (const value of part.values) values.push(value);
  } else {
    values.push(part);
    texts.push("");
  }
}

/** A list in PostgreSQL's own notation. */
export function arrayLiteral(values: readonly SqlValue[]): string {
  const elements = values.map((value) =>
    value === null ? "NULL" : `"${String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`,
  );
  return `{${elements.join(",")}}`;
}
