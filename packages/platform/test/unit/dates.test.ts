import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDate } from "../../src/definitions/dates.ts";

const storable = fc.date({
  min: new Date("0001-01-01T00:00:00.000Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

describe("parseDate", () => {
  test("gives back every moment of the years 1 to 9999 as it came", () => {
    fc.assert(fc.property(storable, (date) => parseDate(date.toISOString()) === date.toISOString()));
  });

  test("reads the same moment whatever the offset", () => {
    const offsets = fc.integer({ min: -15 * 60 - 59, max: 15 * 60 + 59 });

    fc.assert(
      fc.property(storable, offsets, (date, offset) => {
        const local = new Date(date.getTime() + offset * 60_000);
        fc.pre(local.getTime() >= Date.parse("0001-01-01") && local.getTime() < Date.parse("9999-12-31"));

        return parseDate(`${local.toISOString().slice(0, -1)}${offsetText(offset)}`) === date.toISOString();
      }),
    );
  });

  test("accepts a day exactly when the calendar has it", () => {
    const parts = fc.tuple(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );

    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const text = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;

        expect(parseDate(text)).toBe(isReal ? `${text}T00:00:00.000Z` : undefined);
      }),
    );
  });

  test("never throws, and gives back only what it would read again", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z?$/)), (text) => {
        const date = parseDate(text);

        return date === undefined || parseDate(date) === date;
      }),
    );
  });

  test.for([
    ["2026-11-15", "2026-11-15T00:00:00.000Z"],
    ["2026-11-15T09:30", "2026-11-15T09:30:00.000Z"],
    ["2026-11-15t09:30:15z", "2026-11-15T09:30:15.000Z"],
    ["2026-11-15 09:30:15,5Z", "2026-11-15T09:30:15.500Z"],
    ["2026-11-15T09:30:15.123456789Z", "2026-11-15T09:30:15.123Z"],
    ["2026-11-15T09:30:15+02", "2026-11-15T07:30:15.000Z"],
    ["2026-11-15T09:30:15+0530", "2026-11-15T04:00:15.000Z"],
    ["2026-12-31T23:00:00-01:00", "2027-01-01T00:00:00.000Z"],
    ["2000-02-29", "2000-02-29T00:00:00.000Z"],
    ["0004-02-29", "0004-02-29T00:00:00.000Z"],
  ] as const)("%s is %s", ([text, date]) => {
    expect(parseDate(text)).toBe(date);
  });

  test.for([
    "",
    " ",
    "2026",
    "2026-11",
    "2026-11-15T",
    "2026-11-15T09",
    "2026-1-5",
    "26-11-15",
    " 2026-11-15",
    "2026-11-15 ",
    "2026-11-15\n",
    "2026-02-30",
    "2026-02-29",
    "2100-02-29",
    "2026-04-31",
    "2026-00-01",
    "2026-13-01",
    "2026-01-00",
    "2026-01-32",
    "2026-01-01T24:00:00Z",
    "2026-01-01T25:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T23:59:60Z",
    "2026-01-01T00:00:00+16:00",
    "2026-01-01T00:00:00+01:60",
    "2026-01-01T00:00:00+1",
    "2026-01-01Z",
    "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00.1234567890Z",
    "0000-01-01",
    "-0001-01-01",
    "+10000-01-01",
    "10000-01-01",
    "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01",
    "now",
    "infinity",
    "٢٠٢٦-٠١-٠١",
  ])("%j is no date", (text) => {
    expect(parseDate(text)).toBeUndefined();
  });
});

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${digits(Math.floor(size / 60), 2)}:${digits(size % 60, 2)}`;
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, "0");
}
