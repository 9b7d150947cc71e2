/**
 * AVI-Bench's rules for answers in words, and its stages and levels, written from its code and its paper without any code
 * of Omnidex.
 */

/** `string_cleaning` with `clean_symbol`. */
const cleaned = (text: string): string => text.toLowerCase().replace(/[^\w\s]/g, "");

/** `eval_full_match_acc` for one prediction. */
export function fullMatch(prediction: string, label: string, options: readonly string[]): 0 | 1 {
  const text = cleaned(prediction);
  const hits = options
    .map((option) => [text.search(new RegExp(`\\b${cleaned(option)}\\b`)), option] as const)
    .filter(([at]) => at >= 0)
    .sort(([one, a], [other, b]) => one - other || (a < b ? -1 : 1));
  const read = hits[0]?.[1] ?? text;
  if (read === label) return 1;
  return /^\d+$/.test(label) && /\d+/.exec(read)?.[0] === label ? 1 : 0;
}

const setOf = (text: string): string =>
  text
    .toLowerCase()
    .trim()
    .split(";")
    .map((part) => part.trim())
    .sort()
    .join("|");

/** `eval_avsqa` for one prediction. */
export const setMatch = (prediction: string, label: string): 0 | 1 =>
  setOf(prediction.replace(/[*#]/g, "")) === setOf(label) ? 1 : 0;

type Scores = Readonly<Record<string, number>>;
type Stage = "perception" | "understanding" | "reasoning" | "sensation";

/** The paper's Table 2. */
const STAGES: Readonly<Record<Stage, readonly string[]>> = {
  perception: ["AMIC", "VMIC", "AVL", "AVM"],
  understanding: ["VAR", "AVR", "AVC"],
  reasoning: ["AVH", "VAH", "AVQA", "AVLG"],
  sensation: ["ASQA", "VSQA", "AVSQA"],
};
/** The paper's Table 15, in per cent. */
const CHANCE: Scores = {
  ...{ AMIC: 0, VMIC: 0, AVL: 0, AVM: 33.33, VAR: 10, AVR: 10, AVC: 13.06 },
  ...{ AVH: 33.33, VAH: 33.33, AVQA: 21.35, AVLG: 0, ASQA: 29.66, VSQA: 26.7, AVSQA: 24.63 },
};

/**
 * The stages, their mean, and the levels by the paper's equations 1 to 7, in per cent.
 * @param partial whether each mean is over the tasks that have a score
 */
export function plainLevels(scores: Scores, partial = false) {
  const mean = (values: readonly number[]): number => {
    const known = partial ? values.filter((value) => !Number.isNaN(value)) : values;
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const of = (task: string): number => 100 * (scores[task] ?? Number.NaN);
  const stage = (name: Stage, value: (task: string) => number = of): number => mean(STAGES[name].map(value));
  const stages = {
    perception: stage("perception"),
    understanding: stage("understanding"),
    reasoning: stage("reasoning"),
    sensation: stage("sensation"),
  };
  const l1 = mean([stages.perception, stages.understanding, stages.reasoning]);
  const balance = (score: number, audio: number, visual: number): number =>
    score * (1 - 0.5 * (Math.abs(audio - visual) / ((audio + visual) / 2)));
  const l2 = balance(l1, mean(["AMIC", "VAR", "AVH"].map(of)), mean(["VMIC", "AVR", "VAH"].map(of)));
  const room = (task: string): number => {
    const chance = CHANCE[task] ?? Number.NaN;
    return Math.max(0, (of(task) - chance) / (100 - chance));
  };
  const ground = Math.min(stage("perception", room), stage("understanding", room));
  const reasoning = stage("reasoning", room);
  const l3 = l2 * (1 - 0.5 * (Math.max(0, reasoning - ground) / Math.max(reasoning, 1e-12)));
  const unfamiliar = balance(stages.sensation, of("ASQA"), of("VSQA"));
  const l4 = (2 * l3 * unfamiliar) / (l3 + unfamiliar);
  return { stages: Object.values(stages), overall: mean(Object.values(stages)), levels: [l1, l2, l3, l4] };
}
