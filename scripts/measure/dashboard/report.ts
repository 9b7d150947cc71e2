const at = (times: readonly number[], share: number): string => {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0);
};

/** Prints a row of the table of times. */
export const report = (what: string, times: readonly number[]): void =>
  console.log(`| ${what} | ${at(times, 0.5)} | ${at(times, 0.95)} |`);
