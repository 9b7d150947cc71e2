import DataLoader from "dataloader";
import type { Extractor } from "../../reading/extraction.ts";
import { DEFAULT_EXTRACTOR } from "../../reading/extractor-registry.ts";
import { cider, rougeL } from "../../scoring/metrics/caption-overlap.ts";
import type { Queryable } from "../db/database.ts";
import { type CaptionRow, fetchCaptions } from "./external-score-queries.ts";

/** A metric besides the score: `NamedMetric` of the schema. */
export interface NamedMetric {
  readonly name: "ROUGE_L" | "CIDER";
  readonly value: number;
}

/** The metrics of runs' captions, read with one statement per batch. One object serves one request. */
export class CaptionMetrics {
  readonly #captions: DataLoader<number, readonly CaptionRow[]>;

  constructor(database: Queryable) {
    this.#captions = new DataLoader(async (runs) => {
      const byRun = new Map<number, CaptionRow[]>(runs.map((run) => [run, []]));
      for (const row of await fetchCaptions(database, runs)) byRun.get(row.run)?.push(row);
      return runs.map((run) => byRun.get(run) ?? []);
    });
  }

  /**
   * ROUGE-L, averaged over all caption questions of the release, and CIDEr, computed over all of them together. A
   * caption that is missing or cannot be read scores 0 in both. Empty if the run is not scored, or its release asks for
   * no captions.
   */
  async ofRun(run: number): Promise<readonly NamedMetric[]> {
    const rows = await this.#captions.load(run);
    if (rows.length === 0) return [];
    const captions = rows.map((row) => readCaption(row, DEFAULT_EXTRACTOR) ?? "");
    const references = rows.map((row) => row.references);
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    return [
      { name: "ROUGE_L", value: mean(captions.map((caption, index) => rougeL(caption, references[index] ?? []))) },
      { name: "CIDER", value: mean(cider(captions, references)) },
    ];
  }
}

/** The metrics of one caption; empty if the response has no caption. CIDEr is not defined for a single caption. */
export function captionMetrics(row: Pick<CaptionRow, "text" | "references" | "response">): readonly NamedMetric[] {
  const caption = readCaption(row, DEFAULT_EXTRACTOR);
  return caption === null ? [] : [{ name: "ROUGE_L", value: rougeL(caption, row.references) }];
}

function readCaption({ text, response }: Pick<CaptionRow, "text" | "response">, extractor: Extractor): string | null {
  if (response === null) return null;
  const extraction = extractor.extract(response, { text, options: [], answerFormat: "CAPTION" });
  return extraction.kind === "answer" ? extraction.answer : null;
}
