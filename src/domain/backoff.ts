/**
 * The pause before the next attempt. It doubles from attempt to attempt up to `longest`, and up to half of it is taken
 * off at random, so that requests that failed together are not repeated together.
 *
 * @param repeats the number of pauses before this one
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ "Equal jitter"
 */
export function backoff(
  repeats: number,
  { first, longest }: { readonly first: number; readonly longest: number },
  random: () => number = Math.random,
): number {
  const full = Math.min(longest, first * 2 ** repeats);
  return full / 2 + (full / 2) * random();
}
