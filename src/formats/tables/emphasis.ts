/** The emphasis of a ranked value: the best, and a value that is not significantly worse. */
export const emphasisOf = (entry: {
  readonly rank: number;
  readonly tiesWithBest: boolean | null;
  /** The mean of tasks that is the entry's value, if it is one. A partial mean is not ranked with complete ones. */
  readonly taskMean?: { readonly partial: boolean } | null;
}): "best" | "tied" | undefined => {
  if (entry.taskMean?.partial === true) return undefined;
  return entry.rank === 1 ? "best" : entry.tiesWithBest === true ? "tied" : undefined;
};
