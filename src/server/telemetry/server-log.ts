import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";
import type { LogConfig } from "../config/telemetry-config.ts";
import { loggedError } from "./logged-error.ts";
import { redaction } from "./secret-redaction.ts";

/** Lines are written in batches of this many bytes, or after this many milliseconds, whichever comes first. */
const TOGETHER = 16_000;
const AT_LATEST = 200;
/**
 * The most bytes to buffer while the log is not read. Beyond it, lines are dropped so that requests are not delayed.
 */
const MOST_WAITING = 16_000_000;

const STDERR = 2;

/** The log of a server. */
export interface ServerLog {
  readonly logger: Logger;
  /** Logs an error that is not the caller's. @param source the id of the request, or the part of the server */
  readonly failure: (source: string, error: unknown) => void;
  /** Writes the waiting lines and stops writing at intervals. */
  close(): void;
}

/**
 * The log of a server on standard error: JSON lines, or readable lines on a terminal.
 * @param destination receives the JSON lines instead
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
  return { logger, failure, close };
}

/** A log that writes nothing and passes errors to a function. */
export const silentLog = (failure: ServerLog["failure"]): ServerLog => ({
  logger: pino({ enabled: false }),
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
  // As text, each line would be appended to one string, which is then flattened to find its length in bytes.
  const settings = { dest: STDERR, sync: false, minLength: TOGETHER, maxLength: MOST_WAITING };
  const bytes = pino.destination({ ...settings, contentMode: "buffer" });
  // If nothing can be written, for example on a full disk, lines are lost but requests are served.
  bytes.on("error", () => {});
  const timer = setInterval(() => bytes.flush(), AT_LATEST).unref();
  const write = bytes.write.bind(bytes) as unknown as (line: Buffer) => boolean;
  const stream = Object.assign(bytes, { write: (line: string) => write(Buffer.from(line)) });
  return { stream, timer };
}

/** The time as a member of a line. Lines of one millisecond share its text. */
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
