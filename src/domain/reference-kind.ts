/** Why a printed figure is shown beside a leaderboard without a rank. */
export const REFERENCE_KINDS = ["HUMAN", "JUDGE", "UNIMODAL", "PROMPT"] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** The conditions of each kind, as `data/published-results.csv` names them. */
const CONDITIONS: readonly (readonly [kind: ReferenceKind, condition: RegExp])[] = [
  // The second one is that of models that were asked the same questions as people. AVI-Bench's "pilot study comparison" repeats
  // the figures of Table 3, which are ranked.
  ["HUMAN", /^(human|subset of 75 videos|pilot study \(.*\))$/],
  ["JUDGE", /^judge$/],
  ["UNIMODAL", /^unimodal( .*)?$/],
  ["PROMPT", /^Prompt .+$/],
];

/** The kind of a figure that was measured under a condition; null if such figures are not references. */
export const referenceKind = (condition: string | null): ReferenceKind | null =>
  condition === null ? null : (CONDITIONS.find(([, pattern]) => pattern.test(condition))?.[0] ?? null);
