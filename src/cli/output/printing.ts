import { outputSettings } from "./output-settings.ts";
import { selectFields } from "./selected-fields.ts";
import { ClosedPipe, writeOutput } from "./standard-output.ts";

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
