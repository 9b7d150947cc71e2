import type { ImportBatch } from "../domain/import-batch.ts";

/** One file of a benchmark, whole in memory. */
export interface ImportFile {
  /** A relative path with slashes (`levels/reasoning/AVQA/data.json`) or a base name. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads a benchmark's files into one batch. Pure: the same files make the same batch, and nothing is fetched or written.
 * @throws {ImportError} where a file cannot be read; its path leads to the record.
 */
export type Importer = (files: readonly ImportFile[]) => Promise<ImportBatch>;
