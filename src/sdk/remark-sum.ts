import type { RemarkSummary } from "./types.ts";

type Kind = RemarkSummary["kinds"][number];
type OtherReader = NonNullable<RemarkSummary["otherReader"]>;

/** A run is suspicious if more than this share of its rows has remarks. The server has the same threshold. */
const SUSPICIOUS_SHARE = 1 / 5;
const EXAMPLES = 3;

/** Sums the remarks of a submission that is validated in pieces. */
export class RemarkSum {
  #total = 0;
  readonly #counts = new Map<Kind["code"], number>();
  readonly #examples: RemarkSummary["examples"][number][] = [];
  #other: OtherReader | null = null;

  /** @param rows the number of rows in the piece */
  add({ kinds, examples, otherReader }: RemarkSummary, rows: number): void {
    this.#total += rows;
    for (const { code, count } of kinds) this.#counts.set(code, (this.#counts.get(code) ?? 0) + count);
    this.#examples.push(...examples);
    if (otherReader !== null) this.#other = this.#other === null ? otherReader : together(this.#other, otherReader);
  }

  /**
   * `examples` and `otherReader` come from the suspicious pieces; both are left out if the whole submission is not
   * suspicious.
   */
  summary(): RemarkSummary {
    const shareOf = (count: number): number => (this.#total === 0 ? 0 : count / this.#total);
    const kinds = [...this.#counts]
      .map(([code, count]) => ({ code, count, share: shareOf(count) }))
      .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
    const rows = kinds.reduce((sum, { count }) => sum + count, 0);
    const suspicious = shareOf(rows) > SUSPICIOUS_SHARE;
    const examples = this.#examples.filter(({ code }) => code === kinds[0]?.code).slice(0, EXAMPLES);
    return {
      suspicious,
      rows,
      share: shareOf(rows),
      kinds,
      examples: suspicious ? examples : [],
      otherReader: suspicious ? this.#other : null,
    };
  }
}

function together(a: OtherReader, b: OtherReader): OtherReader {
  const rows = a.rows + b.rows;
  const mean = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? null : (one * a.rows + other * b.rows) / rows;
  return {
    extractor: a.extractor,
    rows,
    answered: a.answered + b.answered,
    ownAnswered: a.ownAnswered + b.ownAnswered,
    score: mean(a.score, b.score),
    ownScore: mean(a.ownScore, b.ownScore),
  };
}
