const most = 1000;
const longest = 10_000;

/**
 * Gives each statement text a name, so that PostgreSQL parses and plans it once per connection. Clients can make up any
 * number of filters, and a named statement stays in the server's memory: past the limit, and when they are long, statements go unnamed.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known) return known;
    if (this.#names.size >= most || text.length > longest) return undefined;
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}
