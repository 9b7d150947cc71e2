/** The two parts of a paper's title: `WorldSense` and `Evaluating Real-world …`. */
interface TitleParts {
  readonly name: string;
  /** Null if the title has no second part. */
  readonly rest: string | null;
}

/** Splits a title at its first colon, before which papers name their benchmark. */
export function titleParts(title: string): TitleParts {
  const [, name, rest] = /^([^:]+):\s+(\S.*)$/.exec(title) ?? [];
  return name === undefined || rest === undefined ? { name: title, rest: null } : { name, rest };
}

/** The name of a benchmark without the rest of its paper's title. */
export const shortTitle = (title: string): string => titleParts(title).name;
