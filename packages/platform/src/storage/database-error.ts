import { BadInputError, ConflictError, DatabaseUnavailableError } from "../foundation/errors.ts";

interface DriverError {
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
  readonly column?: string;
  readonly constraint?: string;
}

/** SQLSTATE classes that say the server, not the statement, is in trouble. */
const unavailable = /^(08|53|57P|58|XX)/;
const lostConnection = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
/** What the driver itself says, without a code. */
const lostConnectionMessage =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Turns what a driver throws into an error that a caller can act on; what nobody can act on passes unchanged. */
export function databaseError(error: unknown): unknown {
  if (isConnectionLoss(error)) return new DatabaseUnavailableError(messageOf(error), { cause: error });
  if (!isDriverError(error)) return error;
  if (unavailable.test(error.code)) return new DatabaseUnavailableError(error.message, { cause: error });

  switch (error.code) {
    case "23505":
      return new ConflictError(duplicateMessage(error), { cause: error });
    case "23502":
      return new BadInputError(`"${error.column}" is required and can't be empty.`, { cause: error });
    case "54000":
      return new BadInputError("A value of an indexed field is too long: at most about 2,700 bytes can be indexed.", {
        cause: error,
      });
    case "57014":
      return new BadInputError("This took too long and was stopped. Ask for less, or filter by an indexed field.", {
        cause: error,
      });
    case "BM001":
      // The queue library's own: its detail is a number that it reads.
      return error;
    default:
      // Both can show the whole row, and so a secret, to whoever reads the log.
      return Object.assign(error, { detail: undefined, where: undefined });
  }
}

/** `Key (email)=(a@example.com) already exists.` names the column; the value stays out of the message. */
function duplicateMessage(error: DriverError): string {
  const column = error.detail?.match(/^Key \("?([^)"]+)"?\)=/)?.[1];
  return column ? `Another record already has this value of "${column}".` : "Another record already has this value.";
}

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return lostConnection.test(code) || lostConnectionMessage.test(error.message);
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

function isDriverError(error: unknown): error is DriverError {
  return error instanceof Error && "code" in error && typeof error.code === "string" && error.code.length === 5;
}
