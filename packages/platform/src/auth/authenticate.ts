import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Principal } from "../access/principal.ts";
import { InvalidTokenError } from "../foundation/errors.ts";

export interface Credentials {
  /** What the `internal` header must hold; absent: the header is refused. */
  readonly internalSecret?: string | undefined;
  /** An API key with every right, printed at start. */
  readonly developmentKey?: string | undefined;
}

export type Authenticate = (headers: IncomingHttpHeaders) => Principal;

const internal: Principal = { kind: "internal", userId: null, isSuperAdmin: true };
const development: Principal = { kind: "development", userId: null, isSuperAdmin: true };

/** Who is calling. The first header present decides, in this order; a bad one is not rescued by a later one. */
export function createAuthenticate({ internalSecret, developmentKey }: Credentials): Authenticate {
  const isInternal = matcher(internalSecret);
  const isDevelopment = matcher(developmentKey);

  return (headers) => {
    if (headers.internal !== undefined) return isInternal(headers.internal) ? internal : refuse();
    if (headers["x-api-key"] !== undefined) return isDevelopment(headers["x-api-key"]) ? development : refuse();
    return refuse();
  };
}

function refuse(): never {
  throw new InvalidTokenError();
}

/** Compares hashes, so that neither the length nor the first difference shows in the time it takes. */
function matcher(secret: string | undefined): (given: string | string[]) => boolean {
  const expected = secret === undefined ? undefined : digest(secret);
  return (given) => {
    const actual = digest(String(given));
    return expected !== undefined && timingSafeEqual(actual, expected);
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
