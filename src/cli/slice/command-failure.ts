import { CommanderError } from "commander";
import { plainText } from "../../domain/printable-text.ts";
import { connectionHint, wrongPathHint } from "../connection/connection-hint.ts";
import { ClosedPipe, OutputError } from "../output/standard-output.ts";
import { ReportedFailure, UsageError } from "../output/usage-error.ts";
import { filterFailure, type InvalidFilter } from "./filter-failure.ts";
import type { SliceOptions } from "./slice-options.ts";

/** Exit codes: the work failed, or the command line or a setting is invalid. */
export const FAILED = 1;
export const BAD_USAGE = 2;

/** A failed command: the lines to print to stderr, and the exit code. */
export interface Failure {
  readonly exitCode: number;
  /** One line; null if it was already printed or there is nothing to print. */
  readonly message: string | null;
  /** What to do next; null if unknown. */
  readonly hint: string | null;
  /** An unexpected error, whose stack is printed for debugging. */
  readonly unforeseen?: Error;
}

const failed = (message: string, hint: string | null = null): Failure => ({ exitCode: FAILED, message, hint });

/** Errors that carry their own hint. */
const HINTED: ReadonlySet<string> = new Set(["PullError", "PortError", "BrowserError"]);

/** The options of the command that failed. */
type CommandOptions = Pick<SliceOptions, "filter">;

/** Describes any error that a command ends with. */
export function describeFailure(error: unknown, options: CommandOptions = {}): Failure {
  if (error instanceof CommanderError)
    return { exitCode: error.exitCode === 0 ? 0 : BAD_USAGE, message: null, hint: null };
  if (error instanceof UsageError) return { exitCode: BAD_USAGE, message: error.message, hint: error.hint ?? null };
  // The reader has what it wants, so this is a success, as for all programs before `head`.
  if (error instanceof ClosedPipe) return { exitCode: 0, message: null, hint: null };
  if (error instanceof OutputError) return failed(error.message, "The output is incomplete.");
  if (error instanceof ReportedFailure) return { exitCode: FAILED, message: null, hint: null };
  if (!(error instanceof Error)) return failed(String(error));
  // Compared by name, because importing the classes would load the server or the SDK even for `omnidex --help`.
  if (error.name === "ConfigError") return { exitCode: BAD_USAGE, message: error.message, hint: null };
  if (error.name === "OmnidexConnectionError" || error.name === "OmnidexTimeoutError")
    return failed(error.message, connectionHint(error.message));
  if (HINTED.has(error.name) && "hint" in error) return failed(error.message, error.hint as string | null);
  // The database was opened by this process, so its user may see the reason.
  if (error.cause instanceof Error && error.cause.name === "LostConnectionError")
    return failed(`the database does not answer (${error.cause.message}).`);
  const code = "code" in error ? error.code : null;
  if (code === "INVALID_FILTER") return { exitCode: BAD_USAGE, ...filterFailure(error as InvalidFilter, options) };
  // What a command asks the server for by name stands on the command line.
  if (code === "NOT_FOUND" && wrongPathHint(error.message) === null)
    return { exitCode: BAD_USAGE, message: error.message, hint: null };
  // The server checks the value of `--filter`, so what it refuses there was wrong on the command line.
  if (code === "BAD_USER_INPUT" && options.filter !== undefined)
    return { exitCode: BAD_USAGE, message: error.message, hint: null };
  const hidden = code === "FORBIDDEN" ? hiddenCondition(error) : null;
  if (hidden !== null) return failed(hidden, hintOfCode(code));
  if (error.name.startsWith("Omnidex"))
    return failed(inOptions(error.message), wrongPathHint(error.message) ?? hintOfCode(code));
  const plain = plainMessage(error);
  return plain === null ? { ...failed(error.message), unforeseen: error } : failed(plain);
}

/** Prints a failure to stderr and returns its exit code. */
export function reportFailure(error: unknown, options: CommandOptions): number {
  const { exitCode, message, hint, unforeseen } = describeFailure(error, options);
  if (message !== null) console.error(`omnidex: ${plainText(message)}`);
  if (hint !== null) console.error(hint);
  if (unforeseen !== undefined) console.error(unforeseen);
  return exitCode;
}

/** The message of the server or the SDK, with the settings of the CLI in place of fields of the filter and of `url`. */
const inOptions = (message: string): string =>
  message
    .replace("`url` or OMNIDEX_URL", "OMNIDEX_URL")
    .replace(/^'judge' asks/, "--judge asks")
    .replace("Leave 'judge' out", "Leave --judge out");

/** The server's refusal of a condition that reveals hidden answers: its details. */
interface HiddenCondition {
  readonly path: string;
  readonly reason: string;
  /** Whether the filter is already limited to some benchmarks. */
  readonly isLimited: boolean;
}

/** The refusal under the names of the command's options; null for another error. */
function hiddenCondition(error: Error): string | null {
  const { path, reason, isLimited } = ("details" in error ? (error.details ?? {}) : {}) as Partial<HiddenCondition>;
  if (path === undefined || reason === undefined) return null;
  const place = path.endsWith(".keyAmbiguous") ? "--ambiguous-keys and --no-ambiguous-keys" : `'${path}'`;
  return `${place}: ${reason}${isLimited === true ? "" : " Limit the questions to other benchmarks with --benchmark."}`;
}

/** What to do about an error of the server; null if there is no advice. */
export function hintOfCode(code: unknown): string | null {
  if (code === "UNAUTHENTICATED")
    return "Log in with 'omnidex login', or set OMNIDEX_API_KEY. 'omnidex whoami' shows which key is sent, and why.";
  if (code === "STORAGE_FULL")
    return "Make room on the disk of the data folder or the database (OMNIDEX_STORAGE_RESERVE_MB sets how much is kept free).";
  if (code === "FORBIDDEN") return "'omnidex whoami' shows whose key is sent.";
  return null;
}

/** A message for a system error that explains itself; null for an error that needs its stack. */
function plainMessage(error: Error): string | null {
  if (!("code" in error)) return null;
  if (error.code === "EADDRINUSE")
    return `the port is taken (${error.message.replace(/^listen EADDRINUSE: address already in use /, "")}): choose another one with --port or PORT, or stop the program that uses it.`;
  if (error.code === "ECONNREFUSED")
    return `nothing answers at the address of the database or server (${error.message || error.code}).`;
  return typeof error.code === "string" ? error.message : null;
}
