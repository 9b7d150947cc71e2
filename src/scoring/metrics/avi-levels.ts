import { type TaxonomyTask, taxonomyOf } from "../../domain/taxonomy.ts";
import { type Dominance, LEVELS, type Level } from "../../domain/vocabulary.ts";

/** AVI-Bench's aggregates, from 0 to 1; `null` if a task that they need has no score. */
export interface AviLevels {
  /** The mean over the tasks of each stage. SENSATION is the stage that the paper calls primitive sensation. */
  readonly stages: Readonly<Record<Level, number | null>>;
  /** The mean of the four stages. */
  readonly overall: number | null;
  /** L1 task-adaptive, L2 modality-adaptive, L3 stage-adaptive, L4 domain-adaptive. */
  readonly levels: readonly [l1: number | null, l2: number | null, l3: number | null, l4: number | null];
}

/** The scores of tasks, and how they are averaged. */
interface Basis {
  readonly scoreOf: (task: TaxonomyTask) => number | null;
  readonly mean: (scores: readonly (number | null)[]) => number | null;
}

const TASKS = taxonomyOf("avi-bench").tasks;
/** The stages whose data resemble training data; SENSATION is the unfamiliar domain (section 5.4). */
const FAMILIAR: readonly Level[] = ["PERCEPTION", "UNDERSTANDING", "REASONING"];
const UNFAMILIAR: readonly Level[] = ["SENSATION"];

/**
 * The stage scores, their mean and the four capability levels of AVI-Bench.
 *
 * The paper's figures are means of stages, not of tasks. Equation 1 appears to define the mean over all tasks. Table 5,
 * however, contains the mean of the three familiar stages, which have different numbers of tasks
 * (`docs/reproduction.md`).
 *
 * @param scores 0 to 1, by the task's short name: AMIC, VMIC, …
 * @param partial whether each mean is over the tasks that have a score. It is then `null` only if none has.
 * @see AVI-Bench, section 5, equations 1 to 7; appendix, Table 15 for the chance baselines
 */
export function aviLevels(scores: ReadonlyMap<string, number>, partial = false): AviLevels {
  const basis: Basis = {
    scoreOf: (task) => scores.get(task.id ?? task.slug) ?? null,
    mean: partial ? (values) => meanOf(values.filter((value) => value !== null)) : meanOf,
  };
  const taskAdaptive = stagesMean(FAMILIAR, basis);
  const modality = balanced(taskAdaptive, FAMILIAR, basis);
  const stage = grounded(modality, basis);
  const unfamiliar = balanced(stagesMean(UNFAMILIAR, basis), UNFAMILIAR, basis);
  const domain = stage === null || unfamiliar === null ? null : domainAdaptive(stage, unfamiliar);
  return {
    stages: stageMeans(basis),
    overall: stagesMean(LEVELS, basis),
    levels: [taskAdaptive, modality, stage, domain],
  };
}

function stageMeans(basis: Basis): Record<Level, number | null> {
  return {
    PERCEPTION: stageMean("PERCEPTION", basis),
    UNDERSTANDING: stageMean("UNDERSTANDING", basis),
    REASONING: stageMean("REASONING", basis),
    SENSATION: stageMean("SENSATION", basis),
  };
}

/** Equations 2 and 3, which apply to the familiar stages for L2 and to the unfamiliar stage for L4. */
function balanced(score: number | null, stages: readonly Level[], basis: Basis): number | null {
  const audio = dominatedMean("AUDIO", stages, basis);
  const visual = dominatedMean("VISUAL", stages, basis);
  return score === null || audio === null || visual === null ? null : modalityAdaptive(score, audio, visual);
}

/** The score minus the penalty for the bottleneck, equations 4 to 6. */
function grounded(score: number | null, basis: Basis): number | null {
  const [perception, understanding, reasoning] = FAMILIAR.map((stage) => stageMean(stage, aboveChance(basis)));
  if (score === null || perception == null || understanding == null || reasoning == null) return null;
  return stageAdaptive(score, bottleneckGap(perception, understanding, reasoning));
}

/** Replaces the score of each task by its share of the way from chance to perfection, equation 4. */
const aboveChance = ({ scoreOf, mean }: Basis): Basis => ({
  scoreOf: (task) => {
    const score = scoreOf(task);
    return score === null ? null : headroom(score, task.chance ?? 0);
  },
  mean,
});

/** Equation 1, as the paper's figures apply it. */
const stagesMean = (stages: readonly Level[], basis: Basis): number | null =>
  basis.mean(stages.map((stage) => stageMean(stage, basis)));

const stageMean = (stage: Level, { scoreOf, mean }: Basis): number | null =>
  mean(TASKS.filter((task) => task.level === stage).map(scoreOf));

const dominatedMean = (dominance: Dominance, stages: readonly Level[], { scoreOf, mean }: Basis): number | null =>
  mean(TASKS.filter((task) => task.dominance === dominance && stages.includes(task.level)).map(scoreOf));

/** The mean of the values; `null` for an empty list, and if a value is `null`. */
function meanOf(scores: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const score of scores) {
    if (score === null) return null;
    sum += score;
  }
  return scores.length === 0 ? null : sum / scores.length;
}

// AVI-Bench, section 5: the equations of the four capability levels. Scores are from 0 to 1, not from 0 to 100 as in
// the paper.

/** α of equations 3 and 6. */
const ALPHA = 0.5;

/** Equation 2, Δm: the distance between the audio and visual scores, relative to their mean; 0 to 2. */
export function modalityGap(audio: number, visual: number): number {
  return audio + visual === 0 ? 2 : (2 * Math.abs(audio - visual)) / (audio + visual);
}

/** Equation 3: a score minus a penalty for the gap between audio and visual. */
export function modalityAdaptive(score: number, audio: number, visual: number): number {
  return (1 - ALPHA * modalityGap(audio, visual)) * score;
}

/** Equation 4: the share of the way from chance to perfection; 0 below chance. */
export function headroom(score: number, chance: number): number {
  return Math.max(0, (score - chance) / (1 - chance));
}

/**
 * Equation 5, Δs: the share of reasoning that exceeds the weaker of its prerequisites, perception and understanding; 0
 * to 1. All three arguments are headrooms.
 */
export function bottleneckGap(perception: number, understanding: number, reasoning: number): number {
  const weakest = Math.min(perception, understanding);
  return reasoning <= weakest ? 0 : (reasoning - weakest) / reasoning;
}

/** Equation 6: a score minus a penalty for the bottleneck. */
export function stageAdaptive(score: number, gap: number): number {
  return (1 - ALPHA * gap) * score;
}

/** Equation 7: the harmonic mean of the scores of the familiar and the unfamiliar domain. */
export function domainAdaptive(familiar: number, unfamiliar: number): number {
  const sum = familiar + unfamiliar;
  return sum === 0 ? 0 : (2 * familiar * unfamiliar) / sum;
}
