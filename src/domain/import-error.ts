import { OmnidexError } from "./errors.ts";

/** A problem because of which a file cannot be imported. */
export interface ImportProblem {
  /** The file and the position in it: `data.json: $[3].questions[0].options`, or `data.tsv: row 17.answer`. */
  readonly path: string;
  /** The key of the question or video, or null if the problem belongs to neither or its key cannot be read. */
  readonly key: string | null;
  /** The field within the record, such as `options[2]`. Null if the problem is the record as a whole. */
  readonly field: string | null;
  readonly expected: string;
  readonly found: string;
  /** What was expected and what was found, as a sentence. */
  readonly message: string;
}

/** Ends a clause as a sentence; a question has its own mark. */
const ended = (clause: string): string => (clause.endsWith("?") ? clause : `${clause}.`);

type Place = Pick<ImportProblem, "path" | "expected" | "found"> & Partial<Pick<ImportProblem, "key" | "field">>;

/** Makes a problem, with its message. */
export const importProblem = ({ path, key = null, field = null, expected, found }: Place): ImportProblem => ({
  path,
  key,
  field,
  expected,
  found,
  message: ended(`Expected ${expected}, found ${found}`),
});

/**
 * The error for a file that cannot be imported. No part of the file is stored. `path`, `expected` and `found` describe
 * the first problem.
 */
export class ImportError extends OmnidexError {
  constructor(
    readonly path: string,
    readonly expected: string,
    readonly found: string,
    /** The first problems; `problemCount` is their total number. */
    readonly problems: readonly ImportProblem[] = [importProblem({ path, expected, found })],
    readonly problemCount: number = problems.length,
  ) {
    const first = ended(`${path}: expected ${expected}, found ${found}`);
    const message = problemCount === 1 ? first : `${problemCount} problems; nothing was imported. The first: ${first}`;
    super("BAD_USER_INPUT", message, { path, expected, found, problems, problemCount });
  }

  /** The error that reports the given problems. There must be at least one. */
  static of(problems: readonly ImportProblem[], problemCount: number = problems.length): ImportError {
    const [first] = problems;
    if (first === undefined) throw new Error("an error without a problem");
    return new ImportError(first.path, first.expected, first.found, problems, problemCount);
  }
}
