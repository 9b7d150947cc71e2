import type { ImportBatch, ImportHead, ImportQuestion, ImportVideo } from "../../domain/import-batch.ts";

/** One file of a benchmark. */
export interface ImportFile {
  /** A relative path with slashes (`levels/reasoning/AVQA/data.json`) or a base name. */
  readonly name: string;
  /** The whole content. For a file with `pieces`, this reads it into memory. */
  readonly bytes: Uint8Array;
  /** A source to read the file in pieces, so that a large file need not be in memory. */
  readonly pieces?: ByteSource;
}

/** Receives the records of an importer, in the order that defines positions and ordinals. */
export interface ImportRecords {
  video(video: ImportVideo): void;
  question(question: ImportQuestion): void;
}

/**
 * Reads a benchmark's files, passes every video and question to `records`, and returns the head: the benchmark, its
 * categories, tasks and oddities. Deterministic: the same files give the same release, and nothing is fetched. The
 * passed records are valid only if the reader returns without an error.
 * @throws {ImportError} if a file cannot be read; its path leads to the record.
 */
export type ImportReader = (files: readonly ImportFile[], records: ImportRecords) => Promise<ImportHead>;

/** Reads a benchmark's files into one batch in memory. */
export type Importer = (files: readonly ImportFile[]) => Promise<ImportBatch>;

/** An importer that gathers the records of a reader. */
export const gathering =
  (read: ImportReader): Importer =>
  async (files) => {
    const videos: ImportVideo[] = [];
    const questions: ImportQuestion[] = [];
    const head = await read(files, {
      video: (video) => void videos.push(video),
      question: (question) => void questions.push(question),
    });
    return { ...head, videos, questions };
  };

/** Immutable bytes that can be read in pieces, any number of times. */
export interface ByteSource {
  readonly size: number;
  /** The recommended number of bytes per read. */
  readonly pieceSize: number;
  /** The bytes from `start` to `end`. They are valid until the next call. */
  read(start: number, end: number): Uint8Array;
}
