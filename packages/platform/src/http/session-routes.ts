import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../access/principal.ts";
import type { Authenticate } from "../auth/authenticate.ts";
import type { OpenIdSignIn } from "../auth/open-id.ts";
import type { HandOver } from "../auth/open-id-hand-over.ts";
import { hasFirstAdmin, setUpFirstAdmin } from "../auth/set-up.ts";
import { changePassword, type Session, type SignInOptions, signIn, signOut } from "../auth/sign-in.ts";
import {
  BadInputError,
  InvalidTokenError,
  OpenIdSignInError,
  PlatformError,
  TooManyAttemptsError,
} from "../foundation/errors.ts";
import { refusal, send } from "./graphql-route.ts";

export interface SessionRouteOptions {
  readonly authenticate: Authenticate;
  readonly signIn: SignInOptions;
  readonly openId: OpenIdSignIn | undefined;
  /** Told why a sign-in with the provider failed, with the id that the person was given. */
  reportOpenId(error: OpenIdSignInError, requestId: string): void;
  /** Origins whose pages may call the API from a browser. */
  readonly corsOrigins: readonly string[];
}

const stateCookie = "platform_openid_state";

/** Ways to get a session token, and to give it back. */
export async function sessionRoutes(app: FastifyInstance, options: SessionRouteOptions): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof PlatformError) || error.code === "INTERNAL") throw error;
    if (error instanceof TooManyAttemptsError) reply.header("retry-after", error.retryInSeconds);
    const response = refusal(error.message, error.code);
    if (error instanceof OpenIdSignInError) {
      options.reportOpenId(error, String(response.errors[0]?.extensions?.requestId));
      return send(reply, request, { status: error.problem === "unreachable" ? 503 : 401, response });
    }
    const status = { UNAUTHENTICATED: 401, RATE_LIMITED: 429, BAD_USER_INPUT: 400 }[String(error.code)] ?? 400;
    return send(reply, request, { status, response });
  });
  const caller = async (request: FastifyRequest): Promise<Principal> => options.authenticate(request.headers);

  app.post("/auth/sign-in", async (request, reply) => {
    const { email, password } = texts(request.body, ["email", "password"]);
    return session(reply, await signIn(options.signIn, { email, password, address: request.ip }));
  });

  app.post("/auth/set-up", async (request, reply) => {
    const { token, email, password } = texts(request.body, ["token", "email", "password"]);
    const name = (request.body as { name?: unknown }).name;
    const admin = { email, password, name: typeof name === "string" ? name : undefined };
    return session(reply, await setUpFirstAdmin(options.signIn, token, admin));
  });

  app.post("/auth/sign-out", async (request, reply) => {
    const { sessionId } = await caller(request);
    if (!sessionId) throw new InvalidTokenError();
    await signOut(options.signIn, sessionId);
    return reply.code(204).send();
  });

  app.post("/auth/password", async (request, reply) => {
    const { userId, kind } = await caller(request);
    if (!userId || kind !== "session") throw new InvalidTokenError();
    const { current, next } = texts(request.body, ["current", "next"]);
    return session(reply, await changePassword(options.signIn, { userId, current, next }));
  });

  app.get("/auth/options", async (_request, reply) => {
    const isSetUp = await hasFirstAdmin(options.signIn);
    return reply.header("cache-control", "no-store").send({ openId: options.openId !== undefined, isSetUp });
  });

  if (options.openId) openIdRoutes(app, options.openId, options.corsOrigins);
}

function openIdRoutes(app: FastifyInstance, openId: OpenIdSignIn, corsOrigins: readonly string[]): void {
  const origins = [openId.origin, ...corsOrigins];

  app.get("/auth/openid", async (request, reply) => {
    const { url, kept } = await openId.begin(handOverOf(request.query as Record<string, unknown>, origins));
    const secure = openId.isSecure ? "; Secure" : "";
    const cookie = `${stateCookie}=${kept}; Path=/auth/openid; HttpOnly; SameSite=Lax; Max-Age=600${secure}`;
    return reply.header("set-cookie", cookie).redirect(url);
  });
  app.get("/auth/openid/callback", async (request, reply) => {
    const url = new URL(request.url, "http://callback.invalid");
    const kept = new RegExp(`(?:^|; )${stateCookie}=([^;]+)`).exec(request.headers.cookie ?? "")?.[1];
    const completed = await openId.complete(url, kept);
    if ("session" in completed) return session(reply, completed.session);
    return reply.header("cache-control", "no-store").redirect(completed.address);
  });
  app.post("/auth/openid/session", async (request, reply) =>
    session(reply, await openId.takeHandOver(texts(request.body, ["code", "verifier"]))),
  );
}

/** Only pages that may call the API are sent anybody: a link must not lead people to a stranger's. */
function handOverOf(query: Readonly<Record<string, unknown>>, origins: readonly string[]): HandOver | undefined {
  const { origin, challenge } = query;
  if (origin === undefined && challenge === undefined) return undefined;
  if (typeof challenge !== "string" || !/^[\w-]{43}$/.test(challenge)) {
    throw new BadInputError(`"challenge" must be the SHA-256 hash of a secret, as base64url.`);
  }
  const known = origins.find((each) => each === origin);
  if (!known) throw new BadInputError(`"origin" must be this server's, or one of CORS_ORIGINS.`);
  return { origin: known, challenge };
}

function session(reply: FastifyReply, opened: Session): FastifyReply {
  return reply.header("cache-control", "no-store").send(opened);
}

function texts<Name extends string>(body: unknown, names: readonly Name[]): Record<Name, string> {
  const members = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const missing = names.filter((name) => typeof members[name] !== "string" || members[name] === "");
  if (missing.length > 0) throw new BadInputError(`The body must be JSON with the texts ${names.join(", ")}.`);
  return members as Record<Name, string>;
}
