import { isIP } from "node:net";
import { join } from "node:path";
import type { OpenIdSettings } from "../auth/open-id.ts";
import { isEmailAddress } from "../foundation/email-address.ts";
import { StartRefusedError } from "../foundation/errors.ts";
import { shortestPassword } from "../foundation/passwords.ts";
import type { S3Settings } from "../storage/files/s3-client.ts";
import type { VariableName } from "./environment-variables.ts";

/** The deployment's settings, from the environment. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Absent: the embedded database, in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  /** The current secret first, then earlier ones. Empty: one is generated in the data folder. */
  readonly sessionSecrets: readonly string[];
  readonly internalSecret: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly logLevel: string;
  /** Absent: jobs are kept in the database, and rate limits are counted by each process for itself. */
  readonly redisUrl: string | undefined;
  /** Requests per minute and API key. */
  readonly rateLimitPerMinute: number;
  /** The first super admin; absent: a one-time set-up link is printed. */
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  /** Addresses of proxies whose word counts for where a request comes from. */
  readonly trustedProxies: readonly string[];
  /** How long the audit log is kept; 0 keeps it for good. */
  readonly auditRetentionInDays: number;
  /** What Prometheus must send to read `/metrics`; absent: nothing. */
  readonly metricsToken: string | undefined;
  /** How many completed jobs of a queue are kept. */
  readonly keepCompletedJobs: number;
  /** How many failed jobs of a queue are kept; 0 keeps them for good. */
  readonly keepFailedJobs: number;
  /** How long running jobs may take to end when the platform stops. */
  readonly graceInSeconds: number;
  /** Absent: files are kept in `dataFolder`. */
  readonly s3: S3Settings | undefined;
  readonly largestFileInMegabytes: number;
  /** Sign-in with an OpenID Connect provider. */
  readonly openId: OpenIdSettings | undefined;
  /** Where traces are sent; absent: nothing is traced. */
  readonly tracesUrl: string | undefined;
  /** Which share of the requests is traced, from 0 to 1. */
  readonly tracedShare: number;
  /** What traces call this deployment. */
  readonly serviceName: string;
  /** Statements that take longer, in milliseconds, are logged; 0: none. */
  readonly slowQueryInMilliseconds: number;
  /** The folder of a built web frontend; `off` for none; absent: the one that comes with the platform. */
  readonly webFolder: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
const shortestSecret = 32;

/**
 * Reads and checks every setting; throws one error that lists every fault. The embedded data lies beside the config file
 * unless told otherwise: two deployments started from one place must not share it.
 */
export function readEnv(environment: Environment, configFolder = "."): Settings {
  const faults: string[] = [];
  const text = (name: VariableName) => environment[name]?.trim() || undefined;
  const list = (name: VariableName) =>
    (text(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");

  const port = Number(text("PORT") ?? 4000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push("PORT must be a whole number from 0 to 65535");

  const databaseUrl = text("DATABASE_URL");
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    faults.push("DATABASE_URL must start with postgres:// (leave it out for the embedded database)");
  } else if (databaseUrl && !URL.canParse(databaseUrl)) {
    faults.push("DATABASE_URL can't be read: special characters in the password must be percent-encoded");
  }
  const sessionSecrets = [text("SESSION_SECRET"), ...list("SESSION_SECRET_PREVIOUS")].filter(
    (secret) => secret !== undefined,
  );
  if (databaseUrl && !text("SESSION_SECRET")) {
    faults.push(`SESSION_SECRET is required with DATABASE_URL: at least ${shortestSecret} random characters`);
  } else if (!text("SESSION_SECRET") && sessionSecrets.length > 0) {
    faults.push("SESSION_SECRET_PREVIOUS needs a SESSION_SECRET that took its place");
  }
  for (const name of ["SESSION_SECRET", "INTERNAL_SECRET"] as const) {
    const secret = text(name);
    if (secret !== undefined && secret.length < shortestSecret) {
      faults.push(`${name} must have at least ${shortestSecret} characters`);
    } else if (secret !== undefined && isGuessable(secret)) {
      faults.push(`${name} can be guessed: make one with openssl rand -base64 32`);
    }
  }
  const corsOrigins = list("CORS_ORIGINS");
  for (const origin of corsOrigins.filter((each) => !isOrigin(each))) {
    faults.push(`CORS_ORIGINS holds "${origin}", which is not an origin like https://app.example.com`);
  }
  const logLevel = text("LOG_LEVEL") ?? "info";
  if (!logLevels.includes(logLevel)) faults.push(`LOG_LEVEL must be one of ${logLevels.join(", ")}`);

  const wholeNumber = (name: VariableName, fallback: number, least: number) => {
    const value = Number(text(name) ?? fallback);
    if (!Number.isInteger(value) || value < least) faults.push(`${name} must be a whole number from ${least}`);
    return value;
  };
  const redisUrl = text("REDIS_URL");
  if (redisUrl && !/^rediss?:\/\//.test(redisUrl)) faults.push("REDIS_URL must start with redis:// or rediss://");
  const rateLimitPerMinute = wholeNumber("RATE_LIMIT_PER_MINUTE", 600, 1);
  const auditRetentionInDays = wholeNumber("AUDIT_RETENTION_DAYS", 365, 0);
  const keepCompletedJobs = wholeNumber("JOBS_KEEP_COMPLETED", 1000, 0);
  const keepFailedJobs = wholeNumber("JOBS_KEEP_FAILED", 0, 0);
  const graceInSeconds = wholeNumber("SHUTDOWN_GRACE_SECONDS", 8, 0);
  const slowQueryInMilliseconds = wholeNumber("SLOW_QUERY_MS", 1000, 0);
  const tracesUrl = tracesUrlIn(text, faults);
  const tracedShare = Number(text("OTEL_TRACES_SAMPLER_ARG") ?? 1);
  if (!(tracedShare >= 0 && tracedShare <= 1)) faults.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
  const metricsToken = text("METRICS_TOKEN");
  if (metricsToken && metricsToken.length < 16) faults.push("METRICS_TOKEN must have at least 16 characters");
  const trustedProxies = list("TRUSTED_PROXIES");
  for (const proxy of trustedProxies.filter((each) => !isAddressRange(each))) {
    faults.push(`TRUSTED_PROXIES holds "${proxy}", which is neither an address nor a range like 10.0.0.0/8`);
  }
  const admin = together(["ADMIN_EMAIL", "ADMIN_PASSWORD"], text, faults);
  if (admin && !isEmailAddress(admin.ADMIN_EMAIL)) faults.push("ADMIN_EMAIL must be an e-mail address");
  if (admin && admin.ADMIN_PASSWORD.length < shortestPassword) {
    faults.push(`ADMIN_PASSWORD must have at least ${shortestPassword} characters`);
  }
  const openId = together(
    ["OPENID_ISSUER", "OPENID_CLIENT_ID", "OPENID_CLIENT_SECRET", "OPENID_REDIRECT_URL"],
    text,
    faults,
  );
  for (const name of ["OPENID_ISSUER", "OPENID_REDIRECT_URL"] as const) {
    if (openId && !URL.canParse(openId[name])) faults.push(`${name} must be a URL`);
  }

  const s3 = together(["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"], text, faults);
  if (s3 && !/^https?:\/\//.test(s3.S3_ENDPOINT)) faults.push("S3_ENDPOINT must start with https:// or http://");
  else if (s3 && !URL.canParse(s3.S3_ENDPOINT)) faults.push("S3_ENDPOINT must be a URL");
  const largestFileInMegabytes = wholeNumber("FILE_SIZE_LIMIT_MB", 25, 1);

  if (faults.length > 0) throw new StartRefusedError("The environment has faults:", faults);
  return {
    redisUrl,
    rateLimitPerMinute,
    auditRetentionInDays,
    slowQueryInMilliseconds,
    tracesUrl,
    tracedShare,
    serviceName: text("OTEL_SERVICE_NAME") ?? "platform",
    metricsToken,
    keepCompletedJobs,
    keepFailedJobs,
    graceInSeconds,
    trustedProxies,
    admin: admin && { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
    openId: openId && {
      issuer: openId.OPENID_ISSUER,
      clientId: openId.OPENID_CLIENT_ID,
      clientSecret: openId.OPENID_CLIENT_SECRET,
      redirectUrl: openId.OPENID_REDIRECT_URL,
    },
    s3: s3 && {
      endpoint: s3.S3_ENDPOINT,
      bucket: s3.S3_BUCKET,
      region: text("S3_REGION") ?? "us-east-1",
      accessKeyId: s3.S3_ACCESS_KEY_ID,
      secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
    },
    largestFileInMegabytes,
    host: text("HOST") ?? "127.0.0.1",
    port,
    databaseUrl,
    dataFolder: text("PLATFORM_DATA_DIR") ?? join(configFolder, ".platform"),
    sessionSecrets,
    internalSecret: text("INTERNAL_SECRET"),
    corsOrigins,
    logLevel,
    webFolder: text("WEB_FOLDER"),
  };
}

function isGuessable(secret: string): boolean {
  return new Set(secret).size < 8 || /change.?me|replace.?me|your.?secret/i.test(secret);
}

/** Settings that only make sense all together, or not at all. */
function together<Name extends VariableName>(
  names: readonly Name[],
  text: (name: Name) => string | undefined,
  faults: string[],
): Record<Name, string> | undefined {
  const given = names.flatMap((name) => {
    const value = text(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (given.length === 0) return undefined;
  if (given.length < names.length) {
    faults.push(`${names.join(", ")} must be set all together or not at all`);
    return undefined;
  }
  return Object.fromEntries(given) as Record<Name, string>;
}

function isAddressRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** As OpenTelemetry defines it: the variable for traces is the whole address, the general one lacks the path. */
function tracesUrlIn(text: (name: VariableName) => string | undefined, faults: string[]): string | undefined {
  const general = text("OTEL_EXPORTER_OTLP_ENDPOINT");
  const url = text("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") ?? general?.replace(/\/?$/, "/v1/traces");
  if (url !== undefined && !/^https?:\/\//.test(url)) {
    faults.push("OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://localhost:4318");
  }
  return url;
}
