import { fstatSync, writeSync } from "node:fs";
import pc from "picocolors";
import { selectFields } from "./selected-fields.ts";

/** How a command prints, by the options that all commands have. */
export interface OutputSettings {
  /** Whether remarks and progress are left out. */
  quiet: boolean;
  /** The fields that `--json` names; null prints whole objects. */
  fields: readonly string[] | null;
}

/** The settings of the latest command of each standard output. A process runs one command for each. */
const settingsOf = new WeakMap<NodeJS.WriteStream, OutputSettings>();
const DEFAULTS: Readonly<OutputSettings> = { quiet: false, fields: null };

/** The settings of the command that is running. */
export const outputSettings = (): Readonly<OutputSettings> => settingsOf.get(process.stdout) ?? DEFAULTS;

/** Runs a command line. It may change its settings once it has read its options. */
export function withOutputSettings<T>(work: (settings: OutputSettings) => Promise<T>): Promise<T> {
  const settings = { ...DEFAULTS };
  settingsOf.set(process.stdout, settings);
  return work(settings);
}

/** Standard output cannot be written, as on a full disk. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  constructor(cause: Error) {
    super(`standard output cannot be written: ${cause.message}`, { cause });
  }
}

/** The reader of the pipe has closed it, as in `omnidex questions --json | head`. It wants no more, so this is no failure. */
export class ClosedPipe extends Error {
  override readonly name = "ClosedPipe";
}

/** Why standard output broke; null while it works. */
export function brokenOutput(): OutputError | ClosedPipe | null {
  const error = process.stdout.errored;
  if (error == null) return null;
  return "code" in error && error.code === "EPIPE" ? new ClosedPipe(error.message) : new OutputError(error);
}

const DESCRIPTOR = 1;
const isFile = (): boolean => process.stdout.fd === DESCRIPTOR && fstatSync(DESCRIPTOR).isFile();

/** Writes all bytes. Node's own stream ignores that the system takes only a part of them, as on a full disk. */
function writeToFile(text: string | Uint8Array): void {
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(DESCRIPTOR, bytes, at);
  } catch (error) {
    throw new OutputError(error as Error);
  }
}

/** Writes a text that cannot be waited for, such as the help. @throws {OutputError} for a file */
export function writeOutputNow(text: string): void {
  if (isFile()) writeToFile(text);
  else process.stdout.write(text);
}

/** Writes to standard output, and waits until it is written. @throws {OutputError | ClosedPipe} */
export const writeOutput = (text: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    if (isFile()) return resolve(writeToFile(text));
    process.stdout.write(text, (error) => {
      // After the first failure, the stream's later errors only say that it is destroyed.
      if (error == null) resolve();
      else reject(brokenOutput() ?? new OutputError(error));
    });
  });

/**
 * Prints to stdout. If the reader of a pipe has closed it, the text is dropped: the work of the command goes on, and its
 * exit code says how that ends.
 * @throws {OutputError} if stdout cannot be written for another reason
 */
export async function print(text: string): Promise<void> {
  await writeOutput(text).catch((error: unknown) => {
    if (!(error instanceof ClosedPipe)) throw error;
  });
}

export const printLine = (text: string): Promise<void> => print(`${text}\n`);

/** Prints one value as indented JSON, for `--json`; of a list, only the fields that the option names. */
export function printJson(value: unknown): Promise<void> {
  const { fields } = outputSettings();
  return printLine(JSON.stringify(fields === null ? value : selectFields(value, fields), null, 2));
}

/**
 * Prints a list as a JSON array without holding it in memory.
 * @throws {ClosedPipe} if nobody reads on
 */
export async function printJsonArray(items: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> {
  const { fields } = outputSettings();
  let count = 0;
  for await (const item of items) {
    const shown = fields === null ? item : selectFields(item, fields);
    const text = JSON.stringify(shown, null, 2).replaceAll("\n", "\n  ");
    await writeOutput(`${count === 0 ? "[\n" : ",\n"}  ${text}`);
    count += 1;
  }
  await printLine(count === 0 ? "[]" : "\n]");
}

/** Prints a remark for people to stderr, apart from the output; nothing with `--quiet`. */
export const remark = (text: string): void => {
  if (!outputSettings().quiet) complain(text);
};

/** Prints a part of an error, or what a question is about, to stderr, also with `--quiet`. */
export const complain = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

type Stream = { readonly isTTY?: boolean };

/**
 * Whether to colour a stream: never with `NO_COLOR`, always with `FORCE_COLOR` (except 0), else only on terminals.
 * @see https://no-color.org
 */
function wantsColor(stream: Stream, environment: NodeJS.ProcessEnv = process.env): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR) return environment.FORCE_COLOR !== "0" && environment.FORCE_COLOR !== "false";
  return stream.isTTY === true && environment.TERM !== "dumb";
}

/** Colours for stdout, which do nothing if colours are off. */
export const colors = pc.createColors(wantsColor(process.stdout));
/** Colours for stderr, which do nothing if colours are off. */
export const errorColors = pc.createColors(wantsColor(process.stderr));
