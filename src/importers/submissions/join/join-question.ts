/** What is known of a question where rows are joined to it: what the API says of it, no more. */
export interface JoinQuestion {
  readonly key: string;
  /** The place in its release, which is the place in the benchmark's own file. */
  readonly ordinal: number;
  readonly text: string;
  /** Without labels, by position. */
  readonly options: readonly string[];
  readonly video: string | null;
  /** The slug and the benchmark's own word. */
  readonly task: { readonly slug: string; readonly name: string };
  /** The label of the right option, where it may be seen. */
  readonly answer: string | null;
  /** The record's other fields: AVI-Bench's `id` and `folder`. */
  readonly native: Readonly<Record<string, unknown>>;
}

/** A release as rows are joined to it. */
export interface JoinRelease {
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** In the order of their ordinals. */
  readonly questions: readonly JoinQuestion[];
}
