import { expect } from "vitest";
import { ImportError } from "../../src/domain/import-error.ts";
import type { ImportFile, ImportReader } from "../../src/formats/files/importer.ts";
import { readerOf } from "../support/importing.ts";

/** Runs a reader on broken files. Returns its error, and the number of records that the reader passed on. */
export async function failure(read: ImportReader, files: readonly ImportFile[]) {
  let passed = 0;
  const count = () => {
    passed += 1;
  };
  const error: unknown = await read(files, { video: count, question: count }).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ImportError)) throw new Error(`no ImportError but ${String(error)}`);
  return { error, passed };
}

/** The problems as `[path without the file, key, field, found]`. */
export async function problemsOf(slug: string, ...files: readonly ImportFile[]) {
  const { error } = await failure(readerOf(slug), files);
  expect(error.problemCount).toBe(error.problems.length);
  expect(error.details).toMatchObject({ problems: error.problems, problemCount: error.problemCount });
  return error.problems.map(({ path, key, field, found }) => [path.replace(/^[^:]*: /, ""), key, field, found]);
}

/** A copy in which the records at the given indexes have changed fields. */
export const changed = <T extends object>(records: readonly T[], changes: Readonly<Record<number, object>>): T[] =>
  records.map((record, index) => ({ ...record, ...changes[index] }));
