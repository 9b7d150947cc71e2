/** How many records have each duration word. */
export function tallyDurations(records: readonly { readonly duration: string }[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { duration } of records) found[duration] = (found[duration] ?? 0) + 1;
  return found;
}
