import { type BenchmarkTaxonomy, taxonomyOf } from "../../../src/domain/taxonomy.ts";
import type { Check, Comparison } from "./check.ts";
import { factRows, numberOf } from "./published-facts.ts";
import { cellOf, OVERALL, tableRows } from "./published-tables.ts";

type Cells = ReadonlyMap<string, string>;

const compare = (row: string, cells: Cells | undefined, key: string, computed: number): Comparison => ({
  label: `${row}: ${key}`,
  printed: numberOf(cells, key),
  computed,
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const value = (
  source: string,
  what: string,
  from: string,
  comparisons: readonly Comparison[],
  { tolerance = 0, reason = null }: Partial<Pick<Check, "tolerance" | "reason">> = {},
): Check => ({ source, kind: "value", what, from, tolerance, comparisons, reason });

const subcategories = ({ categories }: BenchmarkTaxonomy): number =>
  sum(categories.map(({ children }) => children.length));

function worldsense(): Check[] {
  const own = factRows("worldsense", "Table 1").get("WorldSense");
  const { videos, questions } = taxonomyOf("worldsense");
  const sizes = [compare("WorldSense", own, "videos", videos ?? 0), compare("WorldSense", own, "qa_pairs", questions)];
  return [value("WorldSense, Table 1", "its own size", "the taxonomy", sizes)];
}

function mmworld(): Check[] {
  const rows = [...factRows("mmworld", "Table 5")];
  const parts = rows.filter(([row]) => row !== "Overall");
  const overall = rows.find(([row]) => row === "Overall")?.[1];
  const total = (key: string): number => sum(parts.map(([, cells]) => numberOf(cells, key)));
  const rate = ([row, cells]: [string, Cells]): Comparison =>
    compare(row, cells, "error_rate_pct", (100 * numberOf(cells, "incorrect")) / numberOf(cells, "total"));
  return [
    value("MMWorld, Table 5", "error rates", "incorrect and total", rows.map(rate), { tolerance: 0.005 }),
    value(
      "MMWorld, Table 5",
      "overall counts",
      "the sums of the disciplines",
      ["incorrect", "total"].map((key) => compare("Overall", overall, key, total(key))),
    ),
  ];
}

function omnivideobench(): Check[] {
  const taxonomy = taxonomyOf("omnivideobench");
  const own = factRows("omnivideobench", "Table 1").get("OmniVideoBench");
  const name = "OmniVideoBench";
  const other = numberOf(own, "questions_sound") + numberOf(own, "questions_music");
  const model = tableRows("OmniVideoBench, Table 3").find(({ label }) => /^Qwen2\.5-Omni.*video \+ audio/.test(label));
  if (model === undefined) throw new Error("OmniVideoBench, Table 3 has no row of Qwen2.5-Omni");
  return [
    value("OmniVideoBench, Table 1", "categories, task types, audio types", "the taxonomy", [
      compare(name, own, "categories", taxonomy.categories.length),
      compare(name, own, "task_types", taxonomy.tasks.length),
      compare(name, own, "questions_speech", taxonomy.questions - other),
    ]),
    value(
      "OmniVideoBench, Table 1",
      "subcategories",
      "the taxonomy",
      [compare(name, own, "subcategories", subcategories(taxonomy))],
      { reason: "The taxonomy lists the names of the paper's Table 5." },
    ),
    value("OmniVideoBench, Table 2", "Qwen2.5-Omni on OmniVideoBench", "Table 3", [
      compare(
        name,
        factRows("omnivideobench", "Table 2").get(name),
        "qwen2_5_omni_7b_accuracy_pct",
        cellOf(model, OVERALL),
      ),
    ]),
  ];
}

const STAGES = [
  ["Perception", "perception"],
  ["Understanding", "understanding"],
  ["Reasoning", "reasoning"],
  ["Primitive Sensation", "primitive_sensation"],
] as const;

/** Pearson's correlation. */
function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [sum(xs) / xs.length, sum(ys) / ys.length];
  const products = (as: readonly number[], ma: number, bs: readonly number[], mb: number): number =>
    sum(as.map((a, at) => (a - ma) * ((bs[at] ?? 0) - mb)));
  return products(xs, mx, ys, my) / Math.sqrt(products(xs, mx, xs, mx) * products(ys, my, ys, my));
}

function aviBench(): Check[] {
  const { questions, tasks } = taxonomyOf("avi-bench");
  const own = factRows("avi-bench", "Table 1").get("AVI-Bench");
  const counts = factRows("avi-bench", "Table 2");
  const samplesOf = (matches: (row: string, cells: Cells) => boolean): number =>
    sum([...counts].flatMap(([row, cells]) => (matches(row, cells) ? numberOf(cells, "samples") : [])));
  const scores = tableRows("AVI-Bench, Table 3");
  const column = (key: string): number[] => scores.map((row) => cellOf(row, key));
  const correlations = factRows("avi-bench", "Table 11");
  const relative = [...factRows("avi-bench", "Table 14")];
  const levels = [...factRows("avi-bench", "Table 12")];
  return [
    value("AVI-Bench, Table 1", "its own size", "the taxonomy", [
      compare("AVI-Bench", own, "samples", questions),
      compare("AVI-Bench", own, "tasks", tasks.length),
      compare("AVI-Bench", own, "stages", STAGES.length),
    ]),
    value(
      "AVI-Bench, Table 2",
      "stages",
      "the sums of the tasks",
      STAGES.map(([stage]) =>
        compare(
          stage,
          counts.get(stage),
          "samples",
          samplesOf((_, cells) => cells.get("stage") === stage),
        ),
      ),
    ),
    value(
      "AVI-Bench, Table 2",
      "tasks, VSQA as the sum of its images and videos",
      "the taxonomy",
      tasks.map(({ id, questions: own }) => ({
        label: `${id}: samples`,
        printed: samplesOf((row) => row === id || row.startsWith(`${id}-`)),
        computed: own ?? 0,
      })),
    ),
    value(
      "AVI-Bench, Table 11",
      "correlations",
      "the 28 rows of Table 3",
      STAGES.flatMap(([stage, key]) => {
        const cells = correlations.get(stage);
        const overall = compare(stage, cells, "r_with_overall", correlation(column(key), column(OVERALL)));
        if (stage === "Primitive Sensation") return [overall];
        const sensation = correlation(column(key), column("primitive_sensation"));
        return [overall, compare(stage, cells, "r_with_sensation", sensation)];
      }),
      {
        tolerance: 0.0006,
        reason:
          "All figures that involve Primitive Sensation differ, by up to 0.018, and so does the overall average, which contains it. " +
          "The paper does not say from which scores it computed them.",
      },
    ),
    {
      source: "AVI-Bench, Table 12",
      kind: "bound",
      what: "levels 2 to 4",
      from: "no level is above the level before it",
      tolerance: 0,
      comparisons: levels.flatMap(([row, cells]) =>
        [2, 3, 4].map((level) => {
          const key = `l${level}`;
          return compare(row, cells, key, Math.min(numberOf(cells, key), numberOf(cells, `l${level - 1}`)));
        }),
      ),
      reason: null,
    },
    value(
      "AVI-Bench, Table 14",
      "absolute and relative gaps",
      "the scores of audio and vision",
      relative.flatMap(([row, cells]) => {
        const [audio, vision] = [numberOf(cells, "audio"), numberOf(cells, "vision")];
        const gap = Math.abs(audio - vision);
        return [
          compare(row, cells, "absolute_gap", gap),
          compare(row, cells, "relative_gap", (2 * gap) / (audio + vision)),
        ];
      }),
      { tolerance: 0.0005 },
    ),
  ];
}

/** The facts that follow from other facts, from the scores of models, or from the benchmarks' lists of tasks. */
export const FACT_CHECKS: readonly Check[] = [...worldsense(), ...mmworld(), ...omnivideobench(), ...aviBench()];

/** What the papers print about these facts elsewhere. Markdown. */
export const FACT_NOTES: readonly string[] = [
  "OmniVideoBench's Table 1 prints a mean duration of 384.24 s, the text beside it 384.6 s.",
  "OmniVideoBench's Figure 4 is a picture without printed figures, so it is not transcribed.",
];

/** The tables of facts from which nothing can be computed, each with the reason. */
export const UNCHECKED_FACTS: ReadonlyMap<string, string> = new Map([
  ["AVI-Bench, Table 6", "It has words only; its tasks and stages are those of the taxonomy."],
  ["AVI-Bench, Table 10", "The Shapiro–Wilk test is not computed here."],
  ["AVI-Bench, Table 13", "It has names of versions only."],
]);
