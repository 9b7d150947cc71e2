import { ImportError, type ImportProblem, importProblem } from "../../domain/import-error.ts";
import type { RecordReader } from "../reading/record-reader.ts";

/** The most problems to describe; further ones are only counted. */
const MOST_PROBLEMS = 50;

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
    if (this.any) throw ImportError.of(this.#first, this.#count);
  }

  #note({ problems, problemCount }: ImportError, place: ProblemPlace | null): void {
    this.#count += problemCount;
    for (const problem of problems.slice(0, MOST_PROBLEMS - this.#first.length))
      this.#first.push(place === null ? problem : importProblem({ ...problem, ...placeIn(problem, place) }));
  }
}

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
      // Two readers may need the same field.
      problems.push(...error.problems.filter(({ path }) => !problems.some((known) => known.path === path)));
    }
  }
  if (problems.length > 0) throw ImportError.of(problems);
  return fields as T;
}
