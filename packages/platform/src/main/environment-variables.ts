interface EnvironmentVariable {
  /** What counts when it is not set, as it would be written; absent: nothing. */
  readonly value?: string;
  /** What counts when it is not set, in words, where a value would not say it. */
  readonly otherwise?: string;
  readonly meaning: string;
}

/** Every variable that `read-env` reads. The table in docs/configuration.md is made from it: npm run docs. */
export const environmentVariables = {
  PORT: { value: "4000", meaning: "Where the API listens; 0 takes a free port." },
  HOST: { value: "127.0.0.1", meaning: "The address it listens on; `0.0.0.0` for all of the machine's." },
  DATABASE_URL: {
    meaning: "A PostgreSQL server (15 or newer, with pgvector). Without it, the embedded database is used.",
  },
  PLATFORM_DATA_DIR: {
    otherwise: "`.platform` beside the config file",
    meaning: "The folder of the embedded database, and of files without S3. One process at a time uses that database.",
  },
  SESSION_SECRET: {
    otherwise: "generated",
    meaning:
      "At least 32 characters. Required with `DATABASE_URL`; otherwise made once, in the data folder. Seals `variables`.",
  },
  SESSION_SECRET_PREVIOUS: { meaning: "Earlier secrets, separated by commas, that still open what they sealed." },
  INTERNAL_SECRET: {
    meaning: "At least 32 characters. The `internal` header must hold it; without it that header is refused.",
  },
  ADMIN_EMAIL: {
    meaning:
      "The first super admin, together with `ADMIN_PASSWORD`. Without them a one-time set-up link is printed while there is none.",
  },
  ADMIN_PASSWORD: { meaning: "That one's password, at least 10 characters." },
  RATE_LIMIT_PER_MINUTE: { value: "600", meaning: "Requests per API key." },
  REDIS_URL: {
    meaning:
      "Keeps jobs in Redis, and counts rate limits across processes. Without it both are done by the database and by each process.",
  },
  JOBS_KEEP_COMPLETED: { value: "1000", meaning: "About how many completed jobs of each queue are kept." },
  JOBS_KEEP_FAILED: { value: "0", meaning: "About how many failed jobs of each queue are kept; 0 keeps all." },
  SHUTDOWN_GRACE_SECONDS: {
    value: "8",
    meaning: "How long running jobs may take to end when the process is stopped.",
  },
  METRICS_TOKEN: {
    meaning:
      "What Prometheus must send to read `/metrics`, as a bearer token. Without it, anyone who reaches the port can.",
  },
  SLOW_QUERY_MS: {
    value: "1000",
    meaning: "Statements that take longer, in milliseconds, are [logged](observability.md); 0 for none.",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: "A collector of OpenTelemetry, as `http://localhost:4318`: [traces](observability.md) are sent there.",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { meaning: "The whole address for traces, where the one above does not do." },
  OTEL_TRACES_SAMPLER_ARG: {
    value: "1",
    meaning: "Which share of the requests is traced, from 0 to 1, where the caller does not say so.",
  },
  OTEL_SERVICE_NAME: { value: "platform", meaning: "What traces call this deployment." },
  AUDIT_RETENTION_DAYS: { value: "365", meaning: "How long the audit log is kept; 0 for ever." },
  OPENID_ISSUER: {
    meaning: "Sign-in with an OpenID Connect provider; all four `OPENID_` variables together.",
  },
  OPENID_CLIENT_ID: { meaning: "What that provider knows the platform as." },
  OPENID_CLIENT_SECRET: { meaning: "What the platform proves that with." },
  OPENID_REDIRECT_URL: { meaning: "Where the provider sends people back to: `https://…/auth/openid/callback`." },
  FILE_SIZE_LIMIT_MB: { value: "25", meaning: "Largest upload." },
  S3_ENDPOINT: {
    meaning:
      "An S3-compatible store that [files](files.md) are kept in, with the three below. Without it, `files` in the data folder.",
  },
  S3_BUCKET: { meaning: "The bucket there." },
  S3_ACCESS_KEY_ID: { meaning: "The key that may read and write it." },
  S3_SECRET_ACCESS_KEY: { meaning: "That key's secret." },
  S3_REGION: { value: "us-east-1", meaning: "The region of that store." },
  TRUSTED_PROXIES: {
    meaning: "Addresses or ranges of proxies, separated by commas, whose `X-Forwarded-For` is believed.",
  },
  CORS_ORIGINS: { meaning: "Origins whose pages may call the API, separated by commas." },
  WEB_FOLDER: { otherwise: "its own", meaning: "Folder of a built [web frontend](web.md) to serve; `off`: none." },
  LOG_LEVEL: {
    value: "info",
    meaning: "trace, debug, info, warn, error, fatal or silent. Logs go to standard error, as JSON lines.",
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;

export type VariableName = keyof typeof environmentVariables;
