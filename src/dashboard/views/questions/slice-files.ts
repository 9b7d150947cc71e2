import type { QuestionFilter } from "../../../sdk/index.ts";

/** A file that the server makes. */
export interface SliceFile {
  readonly format: string;
  readonly about: string;
  /** The path on the server. */
  readonly address: string;
}

const FORMATS = [
  ["ndjson", "a line of JSON for each question"],
  ["csv", "a table for spreadsheets and pandas"],
  ["parquet", "columns with types, for DuckDB, Polars and pandas"],
] as const;

/** The slice in each format. */
export const sliceFiles = (filter: QuestionFilter): readonly SliceFile[] =>
  FORMATS.map(([format, about]) => ({
    format,
    about,
    address: `/export/questions.${format}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
  }));

/** The files of the whole benchmark, regardless of the slice. */
export const benchmarkFiles = (slug: string): readonly SliceFile[] => [
  {
    format: "omnidex-json",
    about: "the whole benchmark as one file, which any server can import",
    address: `/export/benchmarks/${encodeURIComponent(slug)}.json`,
  },
  {
    format: "croissant",
    about: "the whole benchmark described for catalogs of data sets",
    address: `/croissant/${encodeURIComponent(slug)}`,
  },
];
