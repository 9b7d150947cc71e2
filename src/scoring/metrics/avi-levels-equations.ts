// AVI-Bench, section 5: the equations of the four capability levels. Scores are from 0 to 1, not from 0 to 100 as in
// the paper.

/** α of equations 3 and 6. */
const ALPHA = 0.5;

/** Equation 2, Δm: how far sound and picture are apart, relative to their mean; 0 to 2. */
export function modalityGap(audio: number, visual: number): number {
  return audio + visual === 0 ? 2 : (2 * Math.abs(audio - visual)) / (audio + visual);
}

/** Equation 3: a score less a penalty for the gap between sound and picture. */
export function modalityAdaptive(score: number, audio: number, visual: number): number {
  return (1 - ALPHA * modalityGap(audio, visual)) * score;
}

/** Equation 4: the share of the way from chance to perfection; 0 below chance. */
export function headroom(score: number, chance: number): number {
  return Math.max(0, (score - chance) / (1 - chance));
}

/** Equation 5, Δs: how far reasoning runs ahead of the weaker of its prerequisites; 0 to 1. All three are headroom. */
export function bottleneckGap(perception: number, understanding: number, reasoning: number): number {
  const weakest = Math.min(perception, understanding);
  return reasoning <= weakest ? 0 : (reasoning - weakest) / reasoning;
}

/** Equation 6: a score less a penalty for the bottleneck. */
export function stageAdaptive(score: number, gap: number): number {
  return (1 - ALPHA * gap) * score;
}

/** Equation 7: the harmonic mean of the familiar and the unfamiliar domain. */
export function domainAdaptive(familiar: number, unfamiliar: number): number {
  const sum = familiar + unfamiliar;
  return sum === 0 ? 0 : (2 * familiar * unfamiliar) / sum;
}
