import { once } from "node:events";

/** Writes to stdout, and waits where the reader is slower. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

export const printLine = (text: string): Promise<void> => print(`${text}\n`);

/** What `--json` prints: one value, indented. */
export const printJson = (value: unknown): Promise<void> => printLine(JSON.stringify(value, null, 2));

/** A JSON array of a list that need not fit into memory. */
export async function printJsonArray(items: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> {
  let count = 0;
  for await (const item of items) {
    const text = JSON.stringify(item, null, 2).replaceAll("\n", "\n  ");
    await print(`${count === 0 ? "[\n" : ",\n"}  ${text}`);
    count += 1;
  }
  await printLine(count === 0 ? "[]" : "\n]");
}

/** A remark beside the output, for people: on stderr. */
export const remark = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
