import { describe, expect, test } from "vitest";
import { hashPassword, verifyPassword } from "../../src/foundation/passwords.ts";

describe("Passwords", () => {
  test("are recognised by their hash, and others are not", async () => {
    const hash = await hashPassword("correct horse");

    const answers = await Promise.all(["correct horse", "Correct horse", ""].map((each) => verifyPassword(each, hash)));

    expect(answers).toEqual([true, false, false]);
  });

  test("have another hash each time, which carries its parameters and not the password", async () => {
    const hashes = [await hashPassword("päss wörd 😀"), await hashPassword("päss wörd 😀")];

    expect(hashes).toEqual([
      expect.stringMatching(/^scrypt\$65536\$8\$1\$[\w-]{22}\$[\w-]{43}$/),
      expect.stringMatching(/^scrypt\$65536\$8\$1\$[\w-]{22}\$[\w-]{43}$/),
    ]);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(await verifyPassword("päss wörd 😀", hashes[0] ?? "")).toBe(true);
  });

  const salt = "c2FsdHNhbHRzYWx0c2FsdA";
  const hash = "A".repeat(43);
  test.for([
    "",
    "correct horse",
    "scrypt",
    "scrypt$$$$$",
    `bcrypt$65536$8$1$${salt}$${hash}`,
    `scrypt$65536$8$1$${salt}$`,
    `scrypt$65536$8$1$${salt}$!`,
    `scrypt$65536$8$1$${salt}$AAAA`,
    `scrypt$65536$8$1$$${hash}`,
    `scrypt$many$8$1$${salt}$${hash}`,
    `scrypt$-1$8$1$${salt}$${hash}`,
    `scrypt$0$8$1$${salt}$${hash}`,
    `scrypt$3$8$1$${salt}$${hash}`,
    `scrypt$1073741824$8$1$${salt}$${hash}`,
    `scrypt$65536$8$1$${salt}$${hash}$more`,
  ])("match no hash that is malformed: %s", async (stored) => {
    const answers = [await verifyPassword("", stored), await verifyPassword("correct horse", stored)];

    expect(answers).toEqual([false, false]);
  });
});
