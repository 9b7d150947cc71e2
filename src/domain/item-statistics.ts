/** The figures by which questions can be ordered: `ItemOrderField` of the schema. */
export const ITEM_FIELDS = ["ORDINAL", "SHARE", "DISCRIMINATION", "UNPARSED", "AGREEMENT"] as const;
export type ItemField = (typeof ITEM_FIELDS)[number];

/** The texts about a statistic of a question. Item snapshots store it, and slices can require a range of it. */
export interface StatisticWords {
  /** The meaning of the statistic. */
  readonly says: string;
  /** The name in the CLI's options: `difficulty` stands for `--min-difficulty` and `--max-difficulty`. */
  readonly option: string;
  /** The smallest possible value. The largest is always 1. */
  readonly least: -1 | 0;
}

/**
 * The names of the statistics, in their order in a slice's canonical form. They are separate from `ITEM_STATISTICS`,
 * because the SDK needs only the names.
 */
export const ITEM_STATISTIC_NAMES = ["difficulty", "discrimination", "unparsed", "agreement"] as const;
export type ItemStatistic = (typeof ITEM_STATISTIC_NAMES)[number];
/** A value for each statistic. */
export type ByStatistic<T> = Readonly<Record<ItemStatistic, T>>;

/** The statistics of a question in an item snapshot. This table drives slices, exports and the CLI. */
export const ITEM_STATISTICS = {
  difficulty: {
    says: "The share of the runs that have the question right, from 0 to 1: low for a hard question.",
    option: "difficulty",
    least: 0,
  },
  discrimination: {
    says: "The correlation of the score with the mean score on all other questions, from -1 to 1.",
    option: "discrimination",
    least: -1,
  },
  unparsed: {
    says: "The share of the responses without a readable answer, from 0 to 1.",
    option: "unparsed",
    least: 0,
  },
  agreement: {
    says: "The probability that runs of two families chose the same option, from 0 to 1.",
    option: "agreement",
    least: 0,
  },
} as const satisfies ByStatistic<StatisticWords>;

/** An object with a value for each statistic, in the order of the table. */
export const byStatistic = <T>(value: (field: ItemStatistic) => T): ByStatistic<T> =>
  Object.fromEntries(ITEM_STATISTIC_NAMES.map((field) => [field, value(field)])) as Record<ItemStatistic, T>;
