import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnParsers, isoTimestamp } from "../../src/storage/row-values.ts";

describe("Column values", () => {
  test.for([
    ["2026-11-15 09:30:00+00", "2026-11-15T09:30:00.000Z"],
    ["2026-11-15 09:30:00.5+00", "2026-11-15T09:30:00.500Z"],
    ["2026-11-15 09:30:00.12+00", "2026-11-15T09:30:00.120Z"],
    ["2026-11-15 09:30:00.123+00", "2026-11-15T09:30:00.123Z"],
    ["2026-11-15 09:30:00.123456+00", "2026-11-15T09:30:00.123Z"],
    ["0001-01-01 00:00:00+00", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31 23:59:59.999+00", "9999-12-31T23:59:59.999Z"],
  ] as const)("the timestamp %s is %s", ([text, iso]) => {
    expect(isoTimestamp(text)).toBe(iso);
  });

  test("every timestamp that PostgreSQL can write comes back as the moment it stands for", () => {
    const range = {
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    };

    fc.assert(
      fc.property(fc.date(range), (date) => {
        const iso = date.toISOString();
        // PostgreSQL leaves out the zeros at the end of a fraction, and the point with them.
        const fraction = iso.slice(19, 23).replace(/\.?0+$/, "");
        const text = `${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction}+00`;

        expect(isoTimestamp(text)).toBe(iso);
      }),
    );
  });

  test.for([
    { type: 16, text: "t", value: true },
    { type: 16, text: "f", value: false },
    { type: 20, text: "42", value: 42 },
    { type: 701, text: "1e-07", value: 1e-7 },
    { type: 3802, text: `{"a": [1, null]}`, value: { a: [1, null] } },
    { type: 114, text: "null", value: null },
  ])("a value of type $type written $text is read as $value", ({ type, text, value }) => {
    expect(columnParsers.get(type)?.(text)).toEqual(value);
  });
});
