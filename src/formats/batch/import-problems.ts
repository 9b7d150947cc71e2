import { ImportError, type ImportProblem, importProblem } from "../../domain/import-error.ts";
import type { RecordReader } from "../files/record-reader.ts";

/** The most problems to describe; further ones are only counted. */
const MOST_PROBLEMS = 50;
/** The most characters of a path, key, field or found value in a problem. In the file, each may be megabytes long. */
const LONGEST_TEXT = 200;
/** The most characters of what was expected, which may list a vocabulary. */
const LONGEST_EXPECTED = 1000;

/** The record in which a problem may be found. */
interface ProblemPlace {
  readonly record: RecordReader;
  /** The key of the question or video. */
  readonly key: string | null;
}

/** The problems of the files of one import. Reading continues after each, so that an import reports all at once. */
export class ImportProblems {
  readonly #first: ImportProblem[] = [];
  #count = 0;

  get any(): boolean {
    return this.#count > 0;
  }

  /** Runs `read`. If it throws problems, notes them and returns `undefined`. */
  attempt<T>(read: () => T, place: ProblemPlace | null = null): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      this.#note(error, place);
      return undefined;
    }
  }

  /** Calls `read` with each record. A problem ends only the record that has it. */
  attemptEach(records: Iterable<RecordReader>, read: (record: RecordReader) => void): void {
    this.attempt(() => {
      for (const record of records) this.attempt(() => read(record), { record, key: null });
    });
  }

  /** @throws {ImportError} with all problems, if there are any */
  requireNone(): void {
    if (this.any) throw this.error();
  }

  /** The error with all problems. There must be at least one. */
  error(): ImportError {
    return ImportError.of(this.#first, this.#count);
  }

  #note({ problems, problemCount }: ImportError, place: ProblemPlace | null): void {
    this.#count += problemCount;
    for (const problem of problems.slice(0, MOST_PROBLEMS - this.#first.length))
      this.#first.push(shortProblem(place === null ? problem : { ...problem, ...placeIn(problem, place) }));
  }
}

const shortProblem = ({ path, key, field, expected, found }: ImportProblem): ImportProblem =>
  importProblem({
    path: cut(path),
    key: key === null ? null : cut(key),
    field: field === null ? null : cut(field),
    expected: cut(expected, LONGEST_EXPECTED),
    found: cut(found),
  });

const cut = (text: string, longest = LONGEST_TEXT): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…`.toWellFormed() : text;

function placeIn({ path }: ImportProblem, { record, key }: ProblemPlace): Pick<ImportProblem, "key" | "field"> {
  const inside = path.startsWith(record.path) ? path.slice(record.path.length).replace(/^\./, "") : "";
  return { key, field: inside === "" ? null : inside };
}

/**
 * Reads the fields of a record. All of them are read, even after one with a problem.
 * @param readers a function for each field
 * @throws {ImportError} with the problems of all fields
 */
export function readFields<T extends object>(readers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const fields: Partial<T> = {};
  const problems: ImportProblem[] = [];
  for (const name in readers) {
    try {
      fields[name] = readers[name]();
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      // Two readers may need the same field, whose problem is listed once.
      problems.push(...error.problems.filter(({ path }) => !problems.some((known) => known.path === path)));
    }
  }
  if (problems.length > 0) throw ImportError.of(problems);
  return fields as T;
}
