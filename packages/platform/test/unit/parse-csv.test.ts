import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/sources/folder/parse-csv.ts";

async function* inPieces(text: string, size = text.length): AsyncGenerator<string> {
  const characters = [...text];
  for (let start = 0; start < characters.length; start += size) yield characters.slice(start, start + size).join("");
}

async function parse(text: string, { size, delimiter = ",", longest = 1_000_000 } = {} as Record<string, never>) {
  const records = [];
  for await (const record of parseCsv(inPieces(text, size), { delimiter, longest })) records.push(record);
  return records;
}

const fieldsOf = async (text: string) => (await parse(text)).map(({ fields }) => fields);

describe("CSV", () => {
  test.for([
    ["", []],
    ["a,b", []],
    ["a,b\n1,2", [{ a: "1", b: "2" }]],
    ["a,b\r\n1,2\r\n", [{ a: "1", b: "2" }]],
    [
      "a,b\r1,2\r3,4",
      [
        { a: "1", b: "2" },
        { a: "3", b: "4" },
      ],
    ],
    ["a,b\n,\n", [{ a: "", b: "" }]],
    [
      "a,b\n\n1,2\n\n\n3,4\n\n",
      [
        { a: "1", b: "2" },
        { a: "3", b: "4" },
      ],
    ],
    ['a,b\n"1","2"\n', [{ a: "1", b: "2" }]],
    ['a,b\n"",""\n', [{ a: "", b: "" }]],
    ['a,b\n"1,1","2\n2"\n', [{ a: "1,1", b: "2\n2" }]],
    ['a,b\n"say ""yes""",""""\n', [{ a: 'say "yes"', b: '"' }]],
    ['a,b\n"1\r\n1",2\r\n', [{ a: "1\r\n1", b: "2" }]],
    ['a,b\n1 "quoted" inside,2', [{ a: '1 "quoted" inside', b: "2" }]],
    ['"a","b c"\n1,2', [{ a: "1", "b c": "2" }]],
    [" a , b \n 1 , 2 ", [{ a: " 1 ", b: " 2 " }]],
    ["__proto__,b\n1,2", [JSON.parse('{"__proto__":"1","b":"2"}')]],
    ["ä,😀\nö,😁", [{ ä: "ö", "😀": "😁" }]],
  ] as const)("%j is read", async ([text, expected]) => {
    expect(await fieldsOf(text)).toEqual(expected);
  });

  test.for([
    ["a,b\n1", "line 2 has 1 fields, and the first line 2"],
    ['a,b\n"1\n\n1",2\n1,2,3', "line 5 has 3 fields, and the first line 2"],
    ["a,b\r\n1,2\r\n1,2,3\r\n", "line 3 has 3 fields, and the first line 2"],
    ["a,a\n", 'the first line names "a" twice'],
    ["a,\n", "a field in the first line has no name"],
    ['a\n"1', "the quote on line 2 is never closed"],
    ['a\n"1"x', "line 2: something follows a closing quote"],
    ['a\n"1" \n', "line 2: something follows a closing quote"],
  ] as const)("%j is refused: %s", async ([text, message]) => {
    await expect(parse(text)).rejects.toThrow(new Error(message));
  });

  test("a record longer than it may be is refused, however it is cut up, and long before it ends", async () => {
    let pieces = 0;
    async function* endless(): AsyncGenerator<string> {
      yield 'a\n"';
      for (;;) {
        pieces += 1;
        yield "x".repeat(1000);
      }
    }
    const reading = parseCsv(endless(), { delimiter: ",", longest: 10_000 });

    await expect(reading.next()).rejects.toThrow("the record on line 2 is too long");
    expect(pieces).toBe(10);
  });

  test("whatever is written by the rules is read back, in pieces of any size", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "b", '"', ",", "\r", "\n", " ", "ü", "😀") });
    const table = fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.nat(5))
      .chain(([width, height]) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
      );
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 9 }),
        async (rows, end, size) => {
          const header = Array.from({ length: rows[0]?.length ?? 1 }, (_, index) => `c${index}`);
          const quoted = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`));
          const text = [header, ...quoted].map((row) => row.join(",")).join(end) + end;

          const records = [];
          for await (const { fields } of parseCsv(inPieces(text, size), { delimiter: ",", longest: 10_000 })) {
            records.push(Object.values(fields));
          }

          expect(records).toEqual(rows);
        },
      ),
    );
  });
});
