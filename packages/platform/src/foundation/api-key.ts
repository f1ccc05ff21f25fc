import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export interface NewApiKey {
  /** What the caller is given, once: `sk_<id>_<secret>`. */
  readonly key: string;
  /** The part that keys are looked up by. */
  readonly id: string;
  /** What is stored of the secret. */
  readonly secretHash: string;
}

const pattern = /^sk_([0-9a-zA-Z]{12})_([0-9a-zA-Z_-]{43})$/;
const alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

export function newApiKey(): NewApiKey {
  const id = randomId();
  const secret = randomBytes(32).toString("base64url");
  return { key: `sk_${id}_${secret}`, id, secretHash: hashSecret(secret) };
}

/** The two parts of a key; undefined when it does not have the form of one. */
export function parseApiKey(key: string): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = pattern.exec(key) ?? [];
  return id && secret ? { id, secret } : undefined;
}

/** The id in `sk_<id>`, with or without what comes before and after it; undefined when there is none. */
export function apiKeyIdIn(text: string): string | undefined {
  return /^(?:sk_)?([0-9a-zA-Z]{12})(?:_.*)?$/.exec(text)?.[1];
}

/** In constant time. */
export function isSecretOf(secret: string, secretHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret), "hex"), Buffer.from(secretHash, "hex"));
}

/** The secret has 256 random bits: a fast hash is enough, no one can try them all. */
function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

function randomId(): string {
  let id = "";
  while (id.length < 12) {
    for (const byte of randomBytes(16)) {
      // 248 is the largest multiple of 62 below 256: without the cut some letters would be more likely.
      if (byte < 248 && id.length < 12) id += alphabet[byte % 62];
    }
  }
  return id;
}
