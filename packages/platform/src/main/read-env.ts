import { StartRefusedError } from "../foundation/errors.ts";

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
}

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
const shortestSecret = 32;

/** Reads and checks every setting; throws one error that lists every fault. */
export function readEnv(environment: Environment): Settings {
  const faults: string[] = [];
  const text = (name: string) => environment[name]?.trim() || undefined;
  const list = (name: string) =>
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
  for (const name of ["SESSION_SECRET", "INTERNAL_SECRET"]) {
    const secret = text(name);
    if (secret !== undefined && secret.length < shortestSecret) {
      faults.push(`${name} must have at least ${shortestSecret} characters`);
    }
  }
  const corsOrigins = list("CORS_ORIGINS");
  for (const origin of corsOrigins.filter((each) => !isOrigin(each))) {
    faults.push(`CORS_ORIGINS holds "${origin}", which is not an origin like https://app.example.com`);
  }
  const logLevel = text("LOG_LEVEL") ?? "info";
  if (!logLevels.includes(logLevel)) faults.push(`LOG_LEVEL must be one of ${logLevels.join(", ")}`);

  if (faults.length > 0) throw new StartRefusedError("The environment has faults:", faults);
  return {
    host: text("HOST") ?? "127.0.0.1",
    port,
    databaseUrl,
    dataFolder: text("PLATFORM_DATA_DIR") ?? ".platform",
    sessionSecrets,
    internalSecret: text("INTERNAL_SECRET"),
    corsOrigins,
    logLevel,
  };
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
