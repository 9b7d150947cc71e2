import { LEVELS, type Level } from "../../../src/domain/vocabulary.ts";
import {
  equationOneNote,
  LEVEL_TABLE,
  levelFourReason,
  levelsOf,
  mean,
  percent,
  SENSATION_TASKS,
  TASK_TABLE,
  taskRowOf,
} from "./avi-bench-levels.ts";
import { type Check, type Comparison, compareBounds, compareCell, compareTables, type Reproduction } from "./check.ts";
import { cellOf, OVERALL, type TableRow, tableRows } from "./published-tables.ts";

const STAGE_WORDS: Readonly<Record<Level, string>> = {
  PERCEPTION: "perception",
  UNDERSTANDING: "understanding",
  REASONING: "reasoning",
  SENSATION: "primitive_sensation",
};
const SENSATION_CELLS = [...SENSATION_TASKS, STAGE_WORDS.SENSATION];

const UNIMODAL_TABLE = tableRows("AVI-Bench, Table 7");
const CONFIRMATION_TABLE = tableRows("AVI-Bench, Table 8");
const BASELINE_TABLE = tableRows("AVI-Bench, Table 9");
const CONFIRMED = CONFIRMATION_TABLE.filter((row) => row.condition === "double confirmation");

const compareLevels = (row: TableRow): Comparison[] =>
  levelsOf(taskRowOf(row)).levels.map((level, index) => compareCell(row, String(index + 1), percent(level)));

/**
 * Each level is at most the one before it. The exception is L4, which a perfect unfamiliar domain can raise above L3.
 */
const baselineBounds = (row: TableRow): Comparison[] => {
  const [l1, l2, l3] = [cellOf(row, "1"), cellOf(row, "2"), cellOf(row, "3")];
  return [
    compareBounds(row, "2", { lower: 0, upper: l1 }),
    compareBounds(row, "3", { lower: 0, upper: l2 }),
    compareBounds(row, "4", { lower: 0, upper: (200 * l3) / (100 + l3) }),
  ];
};

const checks: readonly Check[] = [
  {
    source: "AVI-Bench, Table 3",
    kind: "value",
    what: "stages",
    from: "the mean of the stage's tasks",
    tolerance: 0.01,
    comparisons: TASK_TABLE.flatMap((row) =>
      LEVELS.map((stage) => compareCell(row, STAGE_WORDS[stage], percent(levelsOf(row).stages[stage]))),
    ),
    reason: null,
  },
  {
    source: "AVI-Bench, Table 3",
    kind: "value",
    what: "overall",
    from: "the mean of the four stages, each computed from its tasks",
    tolerance: 0.01,
    comparisons: TASK_TABLE.map((row) => compareCell(row, OVERALL, percent(levelsOf(row).overall))),
    reason: null,
  },
  {
    source: "AVI-Bench, Table 4",
    kind: "value",
    what: "Gemini-2.5-Pro",
    from: "Table 3",
    tolerance: 0,
    comparisons: tableRows("AVI-Bench, Table 4")
      .filter((row) => row.condition === "pilot study comparison")
      .flatMap((row) => compareTables([row], TASK_TABLE, [...row.cells.keys()])),
    reason: null,
  },
  {
    source: "AVI-Bench, Table 5",
    kind: "value",
    what: "levels 1 to 4",
    from: "the tasks of Table 3, by equations 1 to 7 and the chance baselines of Table 15",
    tolerance: 0.02,
    comparisons: LEVEL_TABLE.flatMap(compareLevels),
    reason: levelFourReason(),
  },
  {
    source: "AVI-Bench, Table 7",
    kind: "value",
    what: "multimodal, without AVC",
    from: "Table 3",
    tolerance: 0,
    comparisons: UNIMODAL_TABLE.filter((row) => row.condition === "multimodal").flatMap((row) =>
      compareTables([row], TASK_TABLE, [...row.cells.keys()]),
    ),
    reason: null,
  },
  {
    source: "AVI-Bench, Table 8",
    kind: "value",
    what: "averages, both conditions",
    from: "the mean of the three tasks",
    tolerance: 0.01,
    comparisons: CONFIRMATION_TABLE.map((row) =>
      compareCell(row, STAGE_WORDS.SENSATION, mean(SENSATION_TASKS.map((task) => cellOf(row, task)))),
    ),
    reason: null,
  },
  {
    source: "AVI-Bench, Table 8",
    kind: "value",
    what: "double confirmation",
    from: "Table 3",
    tolerance: 0.01,
    comparisons: compareTables(CONFIRMED, TASK_TABLE, SENSATION_CELLS),
    reason: null,
  },
  {
    source: "AVI-Bench, Table 8",
    kind: "bound",
    what: "double confirmation, tasks",
    from: "no more than without it",
    tolerance: 0,
    comparisons: CONFIRMED.flatMap((row) => {
      const single = CONFIRMATION_TABLE.find((other) => other.model === row.model && other !== row);
      if (single === undefined) return [];
      return SENSATION_TASKS.map((task) => compareBounds(row, task, { lower: 0, upper: cellOf(single, task) }));
    }),
    reason: "A second question that must be right as well cannot make more answers right. The figure is suspect.",
  },
  {
    source: "AVI-Bench, Table 9",
    kind: "bound",
    what: "levels 2 to 4",
    from: "L2 ≤ L1, L3 ≤ L2, and L4 ≤ the harmonic mean of L3 and 100",
    tolerance: 0,
    comparisons: BASELINE_TABLE.flatMap(baselineBounds),
    reason: null,
  },
];

export const aviBenchReproduction: Reproduction = {
  title: "AVI-Bench",
  checks,
  notes: [
    equationOneNote(),
    `The ${BASELINE_TABLE.length} baselines of Table 9 cannot be computed: they are scored by an earlier formula for Δs ` +
      "that the paper does not give, and it prints none of their task scores.",
    "Not comparable: AVC in Table 7 has another metric than in Table 3 (METEOR, ROUGE-L, CIDEr and a sentence similarity, not " +
      "FENSE). The unimodal half of Table 7 and the people of Table 4 do " +
      "not follow from other printed figures.",
  ],
  details: [],
  unchecked: new Map(),
};
