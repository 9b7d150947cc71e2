import { once } from "node:events";

/** Writes to stdout with back-pressure. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

export const printLine = (text: string): Promise<void> => print(`${text}\n`);

/** Prints one value as indented JSON, for `--json`. */
export const printJson = (value: unknown): Promise<void> => printLine(JSON.stringify(value, null, 2));

/** Prints a list as a JSON array without holding it in memory. */
export async function printJsonArray(items: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> {
  let count = 0;
  for await (const item of items) {
    const text = JSON.stringify(item, null, 2).replaceAll("\n", "\n  ");
    await print(`${count === 0 ? "[\n" : ",\n"}  ${text}`);
    count += 1;
  }
  await printLine(count === 0 ? "[]" : "\n]");
}

/** Prints a remark for people to stderr, apart from the output. */
export const remark = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
