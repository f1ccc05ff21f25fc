import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { BadInputError } from "./errors.ts";

const derive: (password: string, salt: Buffer, length: number, cost: object) => Promise<Buffer> = promisify(scrypt);

// 64 MiB and about 150 ms a guess on a small machine (N = 2^16, r = 8).
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

/** A salted scrypt hash that carries its own parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, 32, cost);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

const form = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]{43})$/;

/** Compares in constant time. A malformed hash matches no password. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt = "", hash = ""] = form.exec(stored) ?? [];
  if (hash === "") return false;
  const expected = Buffer.from(hash, "base64url");
  const parameters = { N: Number(N), r: Number(r), p: Number(p), maxmem: cost.maxmem };
  const derived = derive(password, Buffer.from(salt, "base64url"), expected.length, parameters);
  // It fails only with parameters that no hash of ours has.
  const actual = await derived.catch(() => undefined);
  return actual !== undefined && timingSafeEqual(actual, expected);
}

export const shortestPassword = 10;

/** Throws when a new password is too short to be one. */
export function checkedPassword(password: string): string {
  if (password.length >= shortestPassword) return password;
  throw new BadInputError(`"password" must have at least ${shortestPassword} characters.`);
}
