import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";
import type { LogConfig } from "../config/telemetry-config.ts";
import { loggedError } from "./logged-error.ts";
import { redaction } from "./secret-redaction.ts";
import { WaitingLines } from "./waiting-lines.ts";

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
