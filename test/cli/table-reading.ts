/** A row of a printed table by the titles of its columns; an empty cell has no entry. */
export type TableRow = Readonly<Record<string, string>>;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the table whose first column has this title. Each cell begins at the column where its title begins, or ends
 * where its title ends. The table ends at an empty line.
 */
export function readTable(text: string, title: string): readonly TableRow[] {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => words(line)[0]?.text === title);
  if (head < 0) throw new Error(`There is no table that begins with ${title}:\n${text}`);
  const titles = words(lines[head] ?? "");
  const rest = lines.slice(head + 1);
  const end = rest.indexOf("");
  return rest.slice(0, end < 0 ? undefined : end).map((line) => rowOf(line, titles));
}

const rowOf = (line: string, titles: readonly Word[]): TableRow =>
  Object.fromEntries(
    words(line).flatMap(({ text, start, end }) => {
      const title = titles.find((each) => each.start === start) ?? titles.find((each) => each.end === end);
      return title === undefined ? [] : [[title.text, text]];
    }),
  );

/** The texts that are separated by two or more spaces. */
const words = (line: string): readonly Word[] =>
  [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));
