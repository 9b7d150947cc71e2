import type { Level, LevelSource } from "./vocabulary.ts";

/** The means over a release; null if they are unknown or hidden. */
interface Averages {
  readonly durationSeconds: number | null;
  readonly questionWords: number | null;
  readonly optionCount: number | null;
  readonly answerWords: number | null;
  readonly stepCount: number | null;
}

interface ReleaseSize {
  readonly questionCount: number;
  readonly videoCount: number;
}

/**
 * The number of decimals of a mean over `n` values, which are not negative. If the values are spread as widely as their
 * mean, the mean of 480 of them has an error of one part in 22: two digits. All digits before the point are kept.
 */
function decimals(mean: number, n: number): number {
  const digits = 1 + Math.floor(Math.log10(Math.sqrt(Math.max(1, n))));
  return Math.max(0, digits - Math.trunc(mean).toString().length);
}

/**
 * `["on average 414 s of video, 15 words of question, 3.9 options"]`, with as many digits as the size of the release
 * justifies. Empty if no mean is known.
 */
export function averagesText(averages: Averages | null, { questionCount, videoCount }: ReleaseSize): readonly string[] {
  if (averages === null) return [];
  const { durationSeconds, questionWords, optionCount, answerWords, stepCount } = averages;
  const means: readonly (readonly [mean: number | null, n: number, unit: string])[] = [
    [durationSeconds, videoCount, "s of video"],
    [questionWords, questionCount, "words of question"],
    [optionCount, questionCount, "options"],
    [answerWords, questionCount, "words of answer"],
    [stepCount, questionCount, "reasoning steps"],
  ];
  const texts = means.flatMap(([mean, n, unit]) =>
    mean === null ? [] : [`${mean.toFixed(decimals(mean, n))} ${unit}`],
  );
  return texts.length === 0 ? [] : [`on average ${texts.join(", ")}`];
}

/** Follows the label of a level that Omnidex, and not the benchmark's paper or file, has assigned. */
const ASSIGNED = "assigned by Omnidex";

/** A level in a list: `"reasoning"`, or `"reasoning (assigned by Omnidex)"`. Nobody takes synthetic levels for a paper's. */
export const sourcedLevel = (level: Level, source: LevelSource, isSynthetic: boolean): string =>
  source === "CURATED" && !isSynthetic ? `${level.toLowerCase()} (${ASSIGNED})` : level.toLowerCase();

/**
 * The label of a level under which questions are counted together: `sources` says who assigned the level of these
 * questions. Across benchmarks, and in a file with tasks that the paper does not have, both may have.
 */
export function levelLabel(name: string, sources: ReadonlySet<LevelSource>): string {
  if (!sources.has("CURATED")) return name;
  return sources.has("PAPER") ? `${name} (partly ${ASSIGNED})` : `${name} (${ASSIGNED})`;
}
