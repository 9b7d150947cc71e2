import { CommanderError } from "commander";
import { adviceText, type FilterFault } from "../../domain/slice/filter-fault.ts";
import { plainText } from "../../domain/texts.ts";
import { ClosedPipe, OutputError } from "../output/printing.ts";
import { ReportedFailure, UsageError } from "../output/usage-error.ts";
import { runOptionsFor } from "../slice/run-options.ts";
import { optionsFor, type SliceOptions, sliceFilter } from "../slice/slice-options.ts";

const NOT_REACHED =
  "Start a server with 'omnidex serve', name one in OMNIDEX_URL, or log in to one with 'omnidex login'. " +
  "'omnidex whoami' shows which one is used, and why.";

/** What to do if no server answers. A server without TLS answers a TLS handshake with an error. */
function connectionHint(message: string): string {
  const address = /https:\/\/[^\s/]+/.exec(message)?.[0];
  if (address === undefined || !message.includes("ERR_SSL_")) return NOT_REACHED;
  return `The server there may speak http only: set OMNIDEX_URL=${address.replace("https:", "http:")}.`;
}

/** What to do if the address of the server is wrong, because of what it answers; null for any other message. */
function wrongPathHint(message: string): string | null {
  const shown = "'omnidex whoami' shows which address is used, and why.";
  if (/^https?:\S+ redirects to /.test(message)) return shown;
  return /^There is nothing at [A-Z]+ \S+graphql\.$/.test(message)
    ? `OMNIDEX_URL must be the root of the server, such as http://127.0.0.1:4000, without a path below it. ${shown}`
    : null;
}

/** The server's `INVALID_FILTER` error, from the SDK or from a download. */
interface InvalidFilter {
  readonly message: string;
  readonly details?: {
    readonly faults?: readonly FilterFault[];
    /** The number of all faults; only the first ones are listed. */
    readonly faultCount?: number;
  };
}

/**
 * Describes the faults of a filter, under the names of the command's options. The message is the first fault. The hint
 * has the advice on that fault, then a line for each other fault.
 * @param options the options of the command
 */
function filterFailure(
  { message, details: { faults = [], faultCount = 0 } = {} }: InvalidFilter,
  options: Pick<SliceOptions, "filter">,
): { readonly message: string; readonly hint: string | null } {
  const [first, ...others] = faults;
  if (first === undefined) return { message, hint: null };
  const lineOf = (fault: FilterFault): string => `${placeOf(fault.path, options)}: ${fault.reason}`;
  const more = faultCount - faults.length;
  const hint = [
    adviceText(first),
    ...others.map((fault) => `${lineOf(fault)} ${adviceText(fault)}`.trimEnd()),
    more > 0 ? `And ${more} more.` : "",
  ];
  return { message: lineOf(first), hint: hint.filter((line) => line !== "").join("\n") || null };
}

const optionFor = (field: string): string | null => optionsFor(field) ?? runOptionsFor(field);

/**
 * The option that contains a fault: `--task` for `filter.tasks[0]`. For a fault in the value of `--filter`, the path
 * within the value follows: `--filter: or[0].tasks[0]`.
 */
function placeOf(path: string, options: Pick<SliceOptions, "filter">): string {
  const [, argument = "", place = ""] = /^(?:input\.)?(\w+)\.(.*)$/.exec(path) ?? [];
  if (options.filter !== undefined && argument !== "runs") {
    // If other options are given as well, the value of `--filter` is the first condition of the list `and`.
    const isWhole = sliceFilter(options) === options.filter;
    if (isWhole) return `--filter: ${place}`;
    if (place.startsWith("and[0].")) return `--filter: ${place.slice("and[0].".length)}`;
  }
  const named = (place.match(/[A-Za-z]+/g) ?? []).flatMap((name) => optionFor(name) ?? []);
  return named.at(-1) ?? `'${path}'`;
}

/** Exit codes: the work failed, or the command line or a setting is invalid. */
const FAILED = 1;
const BAD_USAGE = 2;

/** A failed command: the lines to print to stderr, and the exit code. */
interface Failure {
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
