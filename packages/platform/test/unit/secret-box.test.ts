import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSecretBox } from "../../src/foundation/secret-box.ts";

const secret = "the deployment's secret, long enough to be one";
const earlier = "the secret that was used before this one was";
const box = createSecretBox([secret]);

describe("The secret box", () => {
  test("opens what it sealed, whatever the text", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => box.open(box.seal(text)) === text));
  });

  test("seals the same text differently each time, and never shows it", () => {
    const sealed = Array.from({ length: 100 }, () => box.seal("sesame"));

    expect(new Set(sealed).size).toBe(100);
    expect(sealed.filter((text) => text.includes("sesame"))).toEqual([]);
  });

  test("refuses a text when any byte of it was altered", () => {
    const parts = box.seal("sesame").split(".");

    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 4 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (part, position, change) => {
          const bytes = Buffer.from(parts[part] ?? "", "base64url");
          const place = position % bytes.length;
          bytes[place] = (bytes[place] ?? 0) ^ change;

          expect(() => box.open(parts.with(part, bytes.toString("base64url")).join("."))).toThrow();
        },
      ),
    );
  });

  test("refuses a tag that was cut short, which could be guessed", () => {
    const parts = box.seal("sesame").split(".");

    for (const length of [0, 4, 8, 12, 15]) {
      const tag = Buffer.from(parts[3] ?? "", "base64url").subarray(0, length);

      expect(() => box.open(parts.with(3, tag.toString("base64url")).join("."))).toThrow();
    }
  });

  test("refuses the content of one sealed text under the tag of another", () => {
    const one = box.seal("first").split(".");
    const other = box.seal("other").split(".");

    const mixed = one.with(4, other[4] ?? "").join(".");

    expect(() => box.open(mixed)).toThrow();
  });

  test("opens what was sealed under an earlier secret, and seals under the current one", () => {
    const rotated = createSecretBox([secret, earlier]);
    const old = createSecretBox([earlier]).seal("sesame");

    const opened = rotated.open(old);
    const sealedAgain = rotated.seal(opened);

    expect(opened).toBe("sesame");
    expect(box.open(sealedAgain)).toBe("sesame");
  });

  test("refuses what was sealed under a secret that it does not know", () => {
    const foreign = createSecretBox([earlier]).seal("sesame");

    expect(() => box.open(foreign)).toThrow("This value was sealed under a secret that is not known here.");
  });

  test.for(["", "sesame", "v1", "v1.a.b.c", "v2.a.b.c.d", "v1.a.b.c.d.e", "....", "v1...."])(
    "refuses %j, which was never sealed",
    (text) => {
      expect(() => box.open(text)).toThrow("This is not a sealed value.");
    },
  );

  test("does not seal under the secret itself, but under a key that is derived from it", () => {
    expect(box.seal("sesame")).not.toContain(secret);
    expect(
      createSecretBox([`${secret}!`])
        .seal("x")
        .split(".")[1],
    ).not.toBe(box.seal("x").split(".")[1]);
  });
});
