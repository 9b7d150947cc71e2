import { fstatSync, writeSync } from "node:fs";

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
