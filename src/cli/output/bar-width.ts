/** The width of a table's bars, which leaves room for the other columns on narrow terminals. */
export function barWidth(columns: number | undefined = process.stdout.columns): number {
  if (columns === undefined || columns >= 120) return 31;
  return columns >= 100 ? 21 : 11;
}
