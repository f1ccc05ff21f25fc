import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  array,
  arrayLiteral,
  compile,
  join,
  literal,
  name,
  quotedText,
  type SqlValue,
  sql,
} from "../../src/storage/sql.ts";

const values: fc.Arbitrary<SqlValue> = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null));

describe("The sql template", () => {
  test("turns every value into a parameter: the text is the same whatever they are", () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        const statement = compile(sql`select * from t where a = ${one} and b = ${other}`);

        expect(statement).toEqual({ text: "select * from t where a = $1 and b = $2", values: [one, other] });
      }),
    );
  });

  test("numbers parameters in the order of the text, however the pieces were put together", () => {
    fc.assert(
      fc.property(fc.array(fc.array(values, { maxLength: 4 }), { maxLength: 6 }), (groups) => {
        const pieces = groups.map((group) =>
          join(
            group.map((value) => sql`${value}`),
            "+",
          ),
        );

        const statement = compile(sql`f(${join(pieces, ",")})`);

        const numbers = [...statement.text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
        expect(numbers).toEqual(groups.flat().map((_, index) => index + 1));
        expect(statement.values).toEqual(groups.flat());
      }),
    );
  });

  test("quotes identifiers so that none can end early", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (identifier) => {
        const { text } = compile(sql`${name(identifier)}`);

        expect(text.startsWith(`"`) && text.endsWith(`"`)).toBe(true);
        expect(text.slice(1, -1).replaceAll(`""`, "")).not.toContain(`"`);
        expect(text.slice(1, -1).replaceAll(`""`, `"`)).toBe(identifier);
      }),
    );
  });

  test("quotes texts so that none can end early", () => {
    fc.assert(
      fc.property(fc.string(), (content) => {
        const { text } = compile(quotedText(content));

        expect(text.slice(1, -1).replaceAll("''", "")).not.toContain("'");
        expect(text.slice(1, -1).replaceAll("''", "'")).toBe(content);
      }),
    );
  });

  test.for([
    { fragment: name("a", `b"c`), text: `"a"."b""c"` },
    { fragment: name(`"; drop table users; --`), text: `"""; drop table users; --"` },
    { fragment: sql`a${literal(" = ")}${1}`, text: "a = $1" },
    { fragment: join([], ", "), text: "" },
    { fragment: sql`x = any(${array([1, 2, 3], "int")})`, text: "x = any($1::int[])" },
  ])("gives $text", ({ fragment, text }) => {
    expect(compile(fragment).text).toBe(text);
  });

  test("a fragment can be used more than once", () => {
    const piece = sql`a = ${1}`;

    const statement = compile(sql`${piece} or ${piece}`);

    expect(statement).toEqual({ text: "a = $1 or a = $2", values: [1, 1] });
  });

  test("an array is one parameter, in PostgreSQL's notation", () => {
    const given = ["plain", "", "NULL", null, `a"b`, "a\\b", "{a,b}", " x ", 1.5, true];

    const text = arrayLiteral(given);

    expect(text).toBe(String.raw`{"plain","","NULL",NULL,"a\"b","a\\b","{a,b}"," x ","1.5","true"}`);
  });
});
