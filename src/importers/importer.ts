import type { ImportBatch, ImportHead, ImportQuestion, ImportVideo } from "../domain/import-batch.ts";

/** One file of a benchmark. */
export interface ImportFile {
  /** A relative path with slashes (`levels/reasoning/AVQA/data.json`) or a base name. */
  readonly name: string;
  /** All of it. A file that is `pieces` reads itself whole for this. */
  readonly bytes: Uint8Array;
  /** Where it can be read piece by piece, so that a large one need not be in memory. */
  readonly pieces?: ByteSource;
}

/** Bytes that are read a piece at a time, any number of times, and do not change meanwhile. */
export interface ByteSource {
  readonly size: number;
  /** How many bytes to ask for at a time. */
  readonly pieceSize: number;
  /** The bytes from `start` to `end`. They are valid until the next call. */
  read(start: number, end: number): Uint8Array;
}

/** Where an importer puts what it reads, one after the other, in the order that fixes positions and ordinals. */
export interface ImportRecords {
  video(video: ImportVideo): void;
  question(question: ImportQuestion): void;
}

/**
 * Reads a benchmark's files, puts every video and question away, and returns the rest. Pure: the same files make the same
 * release, and nothing is fetched. What was put away counts only if it returns.
 * @throws {ImportError} where a file cannot be read; its path leads to the record.
 */
export type ImportReader = (files: readonly ImportFile[], records: ImportRecords) => Promise<ImportHead>;

/** Reads a benchmark's files into one batch in memory. */
export type Importer = (files: readonly ImportFile[]) => Promise<ImportBatch>;

/** An importer that gathers what a reader puts away. */
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
