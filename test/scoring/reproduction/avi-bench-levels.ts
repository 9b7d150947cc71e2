import { taxonomyOf } from "../../../src/domain/taxonomy.ts";
import { type AviLevels, aviLevels, modalityGap } from "../../../src/scoring/metrics/avi-levels.ts";
import { cellOf, type TableRow, tableRows } from "./published-tables.ts";

const TASK_IDS = taxonomyOf("avi-bench").tasks.map((task) => task.id ?? task.slug);
export const SENSATION_TASKS = ["ASQA", "VSQA", "AVSQA"];
export const TASK_TABLE = tableRows("AVI-Bench, Table 3");
export const LEVEL_TABLE = tableRows("AVI-Bench, Table 5");

/** The aggregates of a row of Table 3. */
export const levelsOf = (row: TableRow): AviLevels =>
  aviLevels(new Map(TASK_IDS.map((id) => [id, cellOf(row, id) / 100])));
export const percent = (score: number | null): number => 100 * (score ?? Number.NaN);
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The row of Table 3 of the same model. */
export function taskRowOf(row: TableRow): TableRow {
  const found = TASK_TABLE.find((candidate) => candidate.model === row.model);
  if (found === undefined) throw new Error(`Table 3 has no ${row.label}`);
  return found;
}

/** The AVSQA figure from which a printed fourth level would follow, by equations 7, 3 and 2 solved backwards. */
export function impliedAvsqa(l4: number, row: TableRow): number {
  const [asqa, vsqa] = [cellOf(row, "ASQA"), cellOf(row, "VSQA")];
  const familiar = percent(levelsOf(row).levels[2]);
  const unfamiliar = (l4 * familiar) / (2 * familiar - l4);
  return (3 * unfamiliar) / (1 - 0.5 * modalityGap(asqa, vsqa)) - asqa - vsqa;
}

/** Why GPT-4o's fourth level does not follow from its tasks. */
export function levelFourReason(): string {
  const printed = LEVEL_TABLE.find((row) => row.model === "gpt4o");
  if (printed === undefined) throw new Error("Table 5 has no GPT-4o");
  const row = taskRowOf(printed);
  const [least, most] = [-0.005, 0.005].map((rounding) =>
    impliedAvsqa(cellOf(printed, "4") + rounding, row).toFixed(2),
  );
  return (
    `The paper contradicts itself: the printed level would follow from an AVSQA of ${least} to ${most}, where Table 3 ` +
    `prints ${cellOf(row, "AVSQA").toFixed(2)}. The same figure contradicts Table 8, below.`
  );
}

/** Equation 1 taken literally: every task has the same weight. */
const taskMean = (row: TableRow): number =>
  mean(TASK_IDS.filter((id) => !SENSATION_TASKS.includes(id)).map((id) => cellOf(row, id)));

/** Compares equation 1 with the figures. */
export function equationOneNote(): string {
  const gaps = LEVEL_TABLE.map((row) => Math.abs(taskMean(taskRowOf(row)) - cellOf(row, "1")));
  return (
    "Equation 1 reads as the mean over all tasks outside of the sensation stage. The level L1 that Table 5 prints is " +
    "the mean of the three other stages, whose numbers of tasks differ. The mean over the tasks differs from the " +
    `printed level by up to ${Math.max(...gaps).toFixed(2)} points.`
  );
}
