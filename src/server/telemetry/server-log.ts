import type { DestinationStream, Logger, LoggerOptions } from "pino";
import pino from "pino";
import type { LogConfig } from "../config/telemetry-config.ts";

/** How many causes of an error are logged. */
const MOST_CAUSES = 5;
/** How many characters of a message and of a stack are logged. */
const LONGEST = 8_000;

/** The form of an error in the log. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * The properties of an error that are logged. All others are left out: errors of database drivers also contain the
 * statement's parameters and the refused row, which hold responses and answer keys.
 */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(String(error)) };
  const { name, message, stack, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return {
    type: name,
    message: cut(message),
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack: cut(stack) }),
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: loggedError(cause, depth + 1) }),
  };
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…`.toWellFormed() : text);

/** The replacement for a secret in the log. */
const REDACTED = "[redacted]";

/**
 * API keys of this server, any token after `Bearer`, and the password in an address: `postgres://user:password@host`. A
 * match never extends beyond the end of a JSON string.
 */
const PATTERN = /\bomx_[\w-]{8,}|(?<=\bBearer\s{1,4})[^\s"\\]+|(?<=:\/\/[^\s:@/"]{0,100}:)[^\s@"]+(?=@)/gi;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/**
 * Makes a function that removes secrets from lines of the log, at any position.
 * @param secrets the secret texts of the settings
 */
function redaction(secrets: readonly string[]): (line: string) => string {
  const inJson = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  // The longest first, because one secret may be the beginning of another.
  const texts = [...new Set([...secrets, ...inJson])].sort((a, b) => b.length - a.length);
  const own = texts.length === 0 ? null : new RegExp(texts.map(escaped).join("|"), "g");
  return (line) => {
    const known = own === null ? line : line.replace(own, REDACTED);
    return MAY_HOLD_SECRET.test(known) ? known.replace(PATTERN, REDACTED) : known;
  };
}

/** Most lines contain nothing that looks like a secret. */
const MAY_HOLD_SECRET = /omx_|bearer|:\/\//i;

/** The most bytes of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;

/**
 * Lines of a log that wait to be written together, as bytes in one buffer. As separate texts or buffers, they would
 * outlive collections of young objects, and each would be copied once more.
 */
export class WaitingLines {
  #buffer: Buffer;
  #end = 0;

  /**
   * @param size in bytes
   * @param write takes the lines
   */
  constructor(
    private readonly size: number,
    private readonly write: (lines: Buffer) => void,
  ) {
    this.#buffer = Buffer.allocUnsafe(size);
  }

  /** Adds a line. Returns whether lines were handed over, because there was no room or the line is long. */
  add(line: string): boolean {
    const most = line.length * MOST_BYTES;
    const isFull = most > this.size - this.#end;
    if (isFull) this.handOver();
    if (most > this.size) this.write(Buffer.from(line));
    else this.#end += this.#buffer.write(line, this.#end);
    return isFull;
  }

  /** Passes the waiting lines on. */
  handOver(): void {
    if (this.#end === 0) return;
    const lines = this.#buffer.subarray(0, this.#end);
    // The lines are written in the background, so their bytes must not change. A few lines are copied: they may wait
    // for long, and would keep the whole buffer in memory.
    const areFew = this.#end < this.size / 2;
    if (!areFew) this.#buffer = Buffer.allocUnsafe(this.size);
    this.#end = 0;
    this.write(areFew ? Buffer.from(lines) : lines);
  }
}

/** Lines are written in batches of this many bytes, or after this many milliseconds, whichever comes first. */
const TOGETHER = 16_000;
const AT_LATEST = 200;
/** The most bytes to buffer while the log is not read. Beyond it, lines are dropped, so that no request waits. */
const MOST_WAITING = 16_000_000;

const STDERR = 2;

/** The levels of lines that are not errors. */
export type LineLevel = "debug" | "info" | "warn";

/** The log of a server. */
export interface ServerLog {
  readonly logger: Logger;
  /**
   * Logs a line whose members are already JSON. This takes a third of the time of a call to the logger.
   * @param members each after a comma: `,"status":200`
   */
  readonly line: (level: LineLevel, members: string, message: string) => void;
  /**
   * Logs an error that is not the client's fault.
   * @param source the id of the request, or the part of the server
   */
  readonly failure: (source: string, error: unknown) => void;
  /** Writes the waiting lines and stops writing at intervals. */
  close(): void;
}

/**
 * The log of a server on standard error: JSON lines, or readable lines on a terminal.
 * @param destination receives the JSON lines instead of standard error
 */
export async function openServerLog(config: LogConfig, destination?: DestinationStream): Promise<ServerLog> {
  const isTerminal = destination === undefined && process.stderr.isTTY === true;
  const format = config.format ?? (isTerminal ? "pretty" : "json");
  const redact = redaction(config.secrets);
  const options: LoggerOptions = {
    level: config.level ?? (isTerminal ? "warn" : "info"),
    base: null,
    timestamp: isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: loggedError },
    hooks: { streamWrite: redact },
  };
  const output: Output =
    destination === undefined && format === "json"
      ? standardError()
      : { stream: destination ?? (await prettyStream()) };
  const logger = pino(options, output.stream);
  const failure = (source: string, error: unknown): void => {
    logger.error({ requestId: source, err: error }, error instanceof Error ? error.message : String(error));
    logger.flush();
  };
  const close = (): void => {
    clearInterval(output.timer);
    logger.flush();
  };
  const { stream } = output;
  const jsonLine: ServerLog["line"] = (level, members, message) => {
    if (logger.isLevelEnabled(level))
      stream.write(redact(`{"level":"${level}"${isoTime()}${members},"msg":${JSON.stringify(message)}}\n`));
  };
  return { logger, line: format === "json" ? jsonLine : parsedLine(logger), failure, close };
}

/** Passes the members to the logger, which formats lines for a person. */
const parsedLine =
  (logger: Logger): ServerLog["line"] =>
  (level, members, message) => {
    if (logger.isLevelEnabled(level)) logger[level](JSON.parse(`{${members.slice(1)}}`), message);
  };

/** A log that writes nothing and passes errors to a function. */
export const silentLog = (failure: ServerLog["failure"]): ServerLog => ({
  logger: pino({ enabled: false }),
  line: () => {},
  failure,
  close: () => {},
});

/** Where the lines go. */
interface Output {
  readonly stream: DestinationStream;
  /** Writes the waiting lines at intervals; absent if lines do not wait. */
  readonly timer?: NodeJS.Timeout;
}

/** Writes in the background, so that requests do not wait for the log. */
function standardError(): Output {
  const settings = { dest: STDERR, sync: false, minLength: TOGETHER, maxLength: MOST_WAITING };
  const bytes = pino.destination({ ...settings, contentMode: "buffer" });
  // If nothing can be written, for example on a full disk, lines are lost but requests are served.
  bytes.on("error", () => {});
  const write = bytes.write.bind(bytes) as unknown as (lines: Buffer) => boolean;
  const [flush, flushSync] = [bytes.flush.bind(bytes), bytes.flushSync.bind(bytes)];
  const waiting = new WaitingLines(TOGETHER, write);
  const stream = Object.assign(bytes, {
    write: (line: string): boolean => {
      if (waiting.add(line)) flush();
      return true;
    },
    flush: (done?: (error?: Error) => void): void => {
      waiting.handOver();
      flush(done);
    },
    flushSync: (): void => {
      waiting.handOver();
      flushSync();
    },
  });
  return { stream, timer: setInterval(() => stream.flush(), AT_LATEST).unref() };
}

/** The time as a member of a line. The text is cached for all lines of the same millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastTime.at) lastTime = { at: now, text: `,"time":"${new Date(now).toISOString()}"` };
  return lastTime.text;
}

let lastTime = { at: Number.NaN, text: "" };

async function prettyStream(): Promise<DestinationStream> {
  const { default: pretty } = await import("pino-pretty");
  return pretty({
    destination: STDERR,
    sync: true,
    translateTime: "SYS:HH:MM:ss",
    colorize: process.stderr.isTTY === true && !process.env.NO_COLOR,
    errorLikeObjectKeys: ["err"],
  });
}
