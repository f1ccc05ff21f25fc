import { describe, expect, test } from "vitest";
import { StartRefusedError } from "../../src/foundation/errors.ts";
import { readEnv } from "../../src/main/read-env.ts";

const secret = "0123456789abcdefghijklmnopqrstuv";

describe("The environment", () => {
  test("may be empty: everything has a default", () => {
    expect(readEnv({})).toEqual({
      host: "127.0.0.1",
      port: 4000,
      databaseUrl: undefined,
      dataFolder: ".platform",
      sessionSecrets: [],
      internalSecret: undefined,
      corsOrigins: [],
      logLevel: "info",
      redisUrl: undefined,
      rateLimitPerMinute: 600,
      admin: undefined,
      auditRetentionInDays: 365,
      trustedProxies: [],
      slowQueryInMilliseconds: 1000,
      tracesUrl: undefined,
      tracedShare: 1,
      serviceName: "platform",
      metricsToken: undefined,
      keepCompletedJobs: 1000,
      keepFailedJobs: 0,
      graceInSeconds: 8,
      s3: undefined,
      largestFileInMegabytes: 25,
      openId: undefined,
    });
  });

  test("is read in full", () => {
    const settings = readEnv({
      HOST: "0.0.0.0",
      PORT: "8080",
      DATABASE_URL: "postgresql://user:p%40ss@db.example.com:5432/platform?sslmode=require",
      PLATFORM_DATA_DIR: "/var/lib/platform",
      SESSION_SECRET: secret,
      SESSION_SECRET_PREVIOUS: " older , oldest,, ",
      INTERNAL_SECRET: `internal ${secret}`,
      CORS_ORIGINS: "https://app.example.com, http://localhost:5173",
      LOG_LEVEL: "debug",
      REDIS_URL: "redis://127.0.0.1:6379",
      RATE_LIMIT_PER_MINUTE: "60",
      ADMIN_EMAIL: "ann@example.com",
      ADMIN_PASSWORD: "correct horse",
      AUDIT_RETENTION_DAYS: "0",
      TRUSTED_PROXIES: "10.0.0.0/8",
      METRICS_TOKEN: "a token for Prometheus",
      SLOW_QUERY_MS: "250",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example.com:4318/",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
      OTEL_SERVICE_NAME: "desk",
      JOBS_KEEP_COMPLETED: "0",
      JOBS_KEEP_FAILED: "500",
      SHUTDOWN_GRACE_SECONDS: "30",
      FILE_SIZE_LIMIT_MB: "100",
      S3_ENDPOINT: "https://s3.example.com",
      S3_BUCKET: "files",
      S3_REGION: "eu-central-1",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
      OPENID_ISSUER: "https://id.example.com",
      OPENID_CLIENT_ID: "platform",
      OPENID_CLIENT_SECRET: "hush",
      OPENID_REDIRECT_URL: "https://app.example.com/auth/openid/callback",
    });

    expect(settings).toEqual({
      host: "0.0.0.0",
      port: 8080,
      databaseUrl: "postgresql://user:p%40ss@db.example.com:5432/platform?sslmode=require",
      dataFolder: "/var/lib/platform",
      sessionSecrets: [secret, "older", "oldest"],
      internalSecret: `internal ${secret}`,
      corsOrigins: ["https://app.example.com", "http://localhost:5173"],
      logLevel: "debug",
      redisUrl: "redis://127.0.0.1:6379",
      rateLimitPerMinute: 60,
      admin: { email: "ann@example.com", password: "correct horse" },
      auditRetentionInDays: 0,
      trustedProxies: ["10.0.0.0/8"],
      metricsToken: "a token for Prometheus",
      slowQueryInMilliseconds: 250,
      tracesUrl: "http://collector.example.com:4318/v1/traces",
      tracedShare: 0.25,
      serviceName: "desk",
      keepCompletedJobs: 0,
      keepFailedJobs: 500,
      graceInSeconds: 30,
      largestFileInMegabytes: 100,
      s3: {
        endpoint: "https://s3.example.com",
        bucket: "files",
        region: "eu-central-1",
        accessKeyId: "key",
        secretAccessKey: "secret",
      },
      openId: {
        issuer: "https://id.example.com",
        clientId: "platform",
        clientSecret: "hush",
        redirectUrl: "https://app.example.com/auth/openid/callback",
      },
    });
  });

  test("settings that are empty or blank count as not given", () => {
    const names = [
      "HOST",
      "PORT",
      "DATABASE_URL",
      "PLATFORM_DATA_DIR",
      "SESSION_SECRET",
      "INTERNAL_SECRET",
      "LOG_LEVEL",
      "METRICS_TOKEN",
      "JOBS_KEEP_COMPLETED",
      "JOBS_KEEP_FAILED",
      "SHUTDOWN_GRACE_SECONDS",
    ];

    const settings = readEnv(Object.fromEntries(names.map((name) => [name, "  "])));

    expect(settings).toEqual(readEnv({}));
  });

  test("lists every fault at once", () => {
    const faults = faultsOf({
      PORT: "http",
      DATABASE_URL: "mysql://localhost/x",
      INTERNAL_SECRET: "short",
      CORS_ORIGINS: "*,https://app.example.com/,https://ok.example.com",
      LOG_LEVEL: "loud",
      OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318",
    });

    expect(faults).toEqual([
      "PORT must be a whole number from 0 to 65535",
      "DATABASE_URL must start with postgres:// (leave it out for the embedded database)",
      "SESSION_SECRET is required with DATABASE_URL: at least 32 random characters",
      "INTERNAL_SECRET must have at least 32 characters",
      `CORS_ORIGINS holds "*", which is not an origin like https://app.example.com`,
      `CORS_ORIGINS holds "https://app.example.com/", which is not an origin like https://app.example.com`,
      "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent",
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://localhost:4318",
    ]);
  });

  test.for(["-1", "65536", "80.5", "eighty", "80 80", "NaN", "Infinity"])("PORT can't be %s", (PORT) => {
    expect(faultsOf({ PORT })).toEqual(["PORT must be a whole number from 0 to 65535"]);
  });

  test.for(["JOBS_KEEP_COMPLETED", "JOBS_KEEP_FAILED", "SHUTDOWN_GRACE_SECONDS"])(
    "%s is a whole number from 0, whatever else is written there",
    (name) => {
      const texts = ["-1", "1.5", "many", "1e400", "10 s", "NaN", "Infinity"];

      expect(texts.map((text) => faultsOf({ [name]: text }))).toEqual(
        texts.map(() => [`${name} must be a whole number from 0`]),
      );
      expect(() => readEnv({ [name]: "0" })).not.toThrow();
    },
  );

  test("a metrics token that is short is a fault, and is not repeated", () => {
    const faults = faultsOf({ METRICS_TOKEN: "fifteen letters" });

    expect(faults).toEqual(["METRICS_TOKEN must have at least 16 characters"]);
  });

  test("faults of the queues' settings are listed with all others", () => {
    const faults = faultsOf({
      PORT: "http",
      JOBS_KEEP_COMPLETED: "all",
      JOBS_KEEP_FAILED: "-5",
      SHUTDOWN_GRACE_SECONDS: "soon",
      METRICS_TOKEN: "short",
    });

    expect(faults).toEqual([
      "PORT must be a whole number from 0 to 65535",
      "JOBS_KEEP_COMPLETED must be a whole number from 0",
      "JOBS_KEEP_FAILED must be a whole number from 0",
      "SHUTDOWN_GRACE_SECONDS must be a whole number from 0",
      "METRICS_TOKEN must have at least 16 characters",
    ]);
  });

  test("a short session secret is a fault, and is not repeated", () => {
    const faults = faultsOf({ SESSION_SECRET: "hunter2" });

    expect(faults).toEqual(["SESSION_SECRET must have at least 32 characters"]);
  });

  test.for(["s".repeat(40), "please-changeme-please-changeme-please"])(
    "a secret that can be guessed is a fault: %s",
    (guess) => {
      expect(faultsOf({ SESSION_SECRET: guess })).toEqual([
        "SESSION_SECRET can be guessed: make one with openssl rand -base64 32",
      ]);
    },
  );

  test("proxies, the first admin and groups of settings are checked, each fault once", () => {
    expect(
      faultsOf({
        TRUSTED_PROXIES: "10.0.0.0/8,nowhere",
        ADMIN_EMAIL: "ann",
        ADMIN_PASSWORD: "short",
        OPENID_ISSUER: "x",
      }),
    ).toEqual([
      'TRUSTED_PROXIES holds "nowhere", which is neither an address nor a range like 10.0.0.0/8',
      "ADMIN_EMAIL must be an e-mail address",
      "ADMIN_PASSWORD must have at least 10 characters",
      "OPENID_ISSUER, OPENID_CLIENT_ID, OPENID_CLIENT_SECRET, OPENID_REDIRECT_URL must be set all together or not at all",
    ]);
  });

  test("earlier session secrets never become the current one", () => {
    const faults = faultsOf({ SESSION_SECRET_PREVIOUS: secret });

    expect(faults).toEqual(["SESSION_SECRET_PREVIOUS needs a SESSION_SECRET that took its place"]);
  });

  test.for(["postgres://user:p@ss:word@host:notaport/db", "postgres://[::1/db"])("DATABASE_URL can't be %s", (url) => {
    const faults = faultsOf({ DATABASE_URL: url, SESSION_SECRET: secret });

    expect(faults).toEqual(["DATABASE_URL can't be read: special characters in the password must be percent-encoded"]);
  });
});

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readEnv(environment);
  } catch (error) {
    if (error instanceof StartRefusedError) return error.faults;
    throw error;
  }
  throw new Error("The environment was accepted.");
}
