/** The fields of a question for joining rows, limited to those that the API returns. */
export interface JoinQuestion {
  readonly key: string;
  /** The ordinal in its release, which is the position in the benchmark's own file. */
  readonly ordinal: number;
  readonly text: string;
  /** Without labels, by position. */
  readonly options: readonly string[];
  readonly video: string | null;
  /** The slug and the benchmark's own name. */
  readonly task: { readonly slug: string; readonly name: string };
  /** The label of the correct option, if the viewer may see it. */
  readonly answer: string | null;
  /** The record's other fields: AVI-Bench's `id` and `folder`. */
  readonly native: Readonly<Record<string, unknown>>;
}

/** A release for joining rows. */
export interface JoinRelease {
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** In the order of their ordinals. */
  readonly questions: readonly JoinQuestion[];
}
