/** The means over a release; null if they are unknown or hidden. */
interface Averages {
  readonly durationSeconds: number | null;
  readonly questionWords: number | null;
  readonly optionCount: number | null;
  readonly answerWords: number | null;
  readonly stepCount: number | null;
}

/** `["on average 384.2 s of video, 14.68 words of question, 4.00 options"]`; empty if no mean is known. */
export function averagesText(averages: Averages | null): readonly string[] {
  if (averages === null) return [];
  const { durationSeconds, questionWords, optionCount, answerWords, stepCount } = averages;
  const means: readonly (readonly [mean: number | null, digits: number, unit: string])[] = [
    [durationSeconds, 1, "s of video"],
    [questionWords, 2, "words of question"],
    [optionCount, 2, "options"],
    [answerWords, 2, "words of answer"],
    [stepCount, 2, "reasoning steps"],
  ];
  const texts = means.flatMap(([mean, digits, unit]) => (mean === null ? [] : [`${mean.toFixed(digits)} ${unit}`]));
  return texts.length === 0 ? [] : [`on average ${texts.join(", ")}`];
}
