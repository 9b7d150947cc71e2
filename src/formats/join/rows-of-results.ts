import { createHash } from "node:crypto";
import type { SubmissionRow } from "../rows/submission-row.ts";

/**
 * Detects repeated rows in a format that writes one row for each metric that a sample counts towards ("every eval
 * ever"). The rows of a sample have the same output. Only a digest of each output is kept.
 */
export class RowsOfResults {
  readonly #first = new Map<string, { readonly result: string; readonly digest: string }>();

  /** Adds the first row that answers a question. */
  add(key: string, row: SubmissionRow): void {
    if (row.result !== undefined) this.#first.set(key, { result: row.result, digest: digestOf(row) });
  }

  /** Whether a row belongs to another metric than the question's first row and has the same output. */
  repeats(key: string, row: SubmissionRow): boolean {
    const first = this.#first.get(key);
    if (first === undefined || row.result === undefined || first.result === row.result) return false;
    return first.digest === digestOf(row);
  }
}

const digestOf = ({ response, error, confirmation }: SubmissionRow): string =>
  createHash("sha256")
    .update(JSON.stringify([response, error, confirmation]))
    .digest("base64");
