import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Seals and opens small secrets with AES-256-GCM under keys derived from the deployment's secrets. */
export interface SecretBox {
  /** The sealed form names its key, so that a value sealed under an earlier secret can still be opened. */
  seal(plain: string): string;
  /** Throws when the text was altered, or sealed under a secret that is not known here. */
  open(sealed: string): string;
  /** Whether values that name this key can be opened. */
  knows(keyId: string): boolean;
}

/** `secrets`: the current secret first, then earlier ones, which only open. */
export function createSecretBox(secrets: readonly [string, ...string[]]): SecretBox {
  const keys = secrets.map(deriveKey);
  const [current] = keys;
  if (!current) throw new Error("A secret box needs a secret.");

  return {
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce);
      const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return ["v1", current.id, encode(nonce), encode(cipher.getAuthTag()), encode(sealed)].join(".");
    },
    open(text) {
      const [version, keyId, nonce, tag, sealed, ...others] = text.split(".");
      const known = keys.find((key) => key.id === keyId);
      if (version !== "v1" || !nonce || !tag || sealed === undefined || others.length > 0) {
        throw new Error("This is not a sealed value.");
      }
      if (!known) throw new Error("This value was sealed under a secret that is not known here.");
      // Without the length, a tag of four bytes would do, which can be guessed.
      const decipher = createDecipheriv("aes-256-gcm", known.key, decode(nonce), { authTagLength: 16 });
      decipher.setAuthTag(decode(tag));
      return Buffer.concat([decipher.update(decode(sealed)), decipher.final()]).toString("utf8");
    },
    knows: (keyId) => keys.some((key) => key.id === keyId),
  };
}

function deriveKey(secret: string): { readonly id: string; readonly key: Buffer } {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "platform/variables", 32));
  return { id: createHash("sha256").update(key).digest("hex").slice(0, 8), key };
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64url");
}

function decode(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
