/** Whether this is `npm run test:deep`, which leaves nothing out. */
export const isDeep = process.env.OMNIDEX_DEEP !== undefined;

/**
 * The number of random cases of a costly property: `count`, or ten times as many in `npm run test:deep`. `count` is chosen
 * for `.ci/run`, in which every commit has other cases.
 */
export const cases = (count: number): number => (isDeep ? 10 * count : count);

/** About `cases(count)` of the values, evenly spread over all of them. */
export function someOf<T>(values: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(values.length / cases(count)));
  return values.filter((_, index) => index % step === 0);
}
