/** How wide the bars of a table are: what else is in it must have room on narrow terminals. */
export function barWidth(columns: number | undefined = process.stdout.columns): number {
  if (columns === undefined || columns >= 120) return 31;
  return columns >= 100 ? 21 : 11;
}
