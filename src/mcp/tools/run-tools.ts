import { z } from "zod";
import { differenceTexts, errorOf, inputsText, LEVEL, points, pText } from "../../domain/figures-text.ts";
import { pagePaths, pageUrl } from "../../domain/page-urls.ts";
import { counted, plainText, sizedName } from "../../domain/texts.ts";
import { correctionNote } from "../../formats/tables/comparison-table.ts";
import type { Run } from "../../sdk/types.ts";
import { findRun } from "../../submitting/run-reference.ts";
import { fetchBreakdown, fetchComparison } from "../../tables/result-tables.ts";
import { cutOrNull, fitting, interval, keys, model, score, scoreText, tableText } from "../answers.ts";
import * as args from "../arguments.ts";
import { defineTool } from "../tool.ts";

const runName = ({ id, model: { name, parameters }, inputs }: Pick<Run, "id" | "model" | "inputs">): string =>
  `${plainText(sizedName(name, parameters))} (${id}, ${inputsText(inputs)})`;

const note = z.string().nullable().describe("What was left out of the cells, and how to get it; null if nothing was.");

const noteOf = (shown: readonly unknown[], all: readonly unknown[]): string | null =>
  shown.length === all.length
    ? null
    : `The first ${shown.length} of ${counted(all.length, "cell")}: more would be too long for one answer. A filter chooses others.`;

const counts = z.object({
  total: z.int(),
  correct: z.int(),
  wrong: z.int(),
  partial: z.int(),
  unparsed: z.int(),
  missing: z.int(),
  errored: z.int(),
  unscored: z.int(),
});

const runSummary = defineTool({
  name: "run_summary",
  title: "Summarize a run",
  description:
    "One run: its model and settings, its score with interval, what its responses came to (right, wrong, unreadable, missing, failed), and how it was scored. With a filter, the score and the counts are those of a slice.",
  input: z.object({ run: args.run, filter: args.filter }),
  output: z.object({
    run: z.string(),
    model,
    benchmark: z.string(),
    release: z.int(),
    inputs: z.array(z.string()),
    frames: z.int().nullable(),
    seed: z.int().nullable(),
    prompt: z.string().nullable(),
    status: z.string(),
    visibility: z.string(),
    partial: z.boolean().describe("Whether it answers less than half of the questions."),
    ambiguousShare: z.number().nullable().describe("The share of responses that can be read in more than one way."),
    notes: z.string().nullable(),
    createdAt: z.string(),
    scoring: z
      .object({
        extractor: z.string(),
        extractorVersion: z.string(),
        keyRevision: z.int(),
        judge: z.string().nullable(),
      })
      .nullable(),
    score: score.nullable().describe("Null until it is scored, or if the server shows none."),
    counts: counts.nullable().describe("Null if the answers are hidden."),
    link: z.string(),
  }),
  run: async ({ omnidex, root }, { run: reference, filter: given }) => {
    const run = await findRun(omnidex, reference);
    const filter = args.within(run.benchmark.slug, given);
    const [score, counts] =
      filter === undefined
        ? [run.score, run.counts]
        : await Promise.all([omnidex.score(run.id, { filter }), omnidex.counts(run.id, { filter })]);
    const link = pageUrl(root, pagePaths.run(run.id, given));
    const came = counts === null ? [] : [outcomesText(counts)];
    const scored = score === null ? "no score shown" : scoreText(score);
    return {
      data: {
        ...run,
        run: run.id,
        benchmark: run.benchmark.slug,
        release: run.release.version,
        inputs: [...run.inputs],
        notes: cutOrNull(run.notes),
        score,
        counts,
        link,
      },
      text: [`${runName(run)} on ${run.benchmark.slug}, release ${run.release.version}: ${scored}`, ...came, link].join(
        "\n",
      ),
    };
  },
});

const outcomesText = ({ total, ...outcomes }: z.input<typeof counts>): string =>
  `of ${total}: ${Object.entries(outcomes)
    .flatMap(([outcome, count]) => (count === 0 ? [] : [`${count} ${outcome}`]))
    .join(", ")}`;

const breakdown = defineTool({
  name: "breakdown",
  title: "Break a score down",
  description:
    "The score of a run for each value of one dimension, or each pair of values of two: by level, task, audio type, duration, category. Each cell has its number of questions and a 95 % interval; small cells are uncertain.",
  input: z.object({ run: args.run, by: args.dimensions, filter: args.filter }),
  output: z.object({
    run: z.string(),
    cells: z.array(z.object({ keys, score })),
    note,
    link: z.string(),
  }),
  run: async ({ omnidex, root }, { run: reference, by, filter: given }) => {
    const run = await findRun(omnidex, reference);
    const filter = args.within(run.benchmark.slug, given);
    const { cells, table } = await fetchBreakdown(omnidex, run, by, filter);
    const link = pageUrl(root, pagePaths.run(run.id, given));
    const shown = cells.slice(0, fitting(cells));
    const left = noteOf(shown, cells);
    return {
      data: { run: run.id, cells: shown.map(({ keys, score }) => ({ keys: [...keys], score })), note: left, link },
      text: [
        `${runName(run)} on ${run.benchmark.slug}`,
        cells.length === 0 ? "No question matches." : tableText({ ...table, rows: table.rows.slice(0, shown.length) }),
        ...(left === null ? [] : [left]),
        link,
      ].join("\n"),
    };
  },
});

const TEST = {
  n: z.int().describe("How many questions are compared: those with a score in both runs."),
  difference: z.number().describe("The mean score of a minus that of b, from −1 to 1."),
  interval: interval.describe("95 %, clustered by video; not corrected."),
  uncorrectedPValue: z.number().describe("Two-sided, paired, clustered by video; not corrected."),
  tests: z.int().describe("For how many tests the next two are corrected (Bonferroni)."),
  adjustedPValue: z.number().describe("The p-value to report. Below 0.05 exactly if adjustedInterval excludes 0."),
  adjustedInterval: interval.describe("The interval to report: 95 % for all `tests` together."),
  onlyA: z.int().describe("How many questions only a has right."),
  onlyB: z.int(),
  bothCorrect: z.int(),
  neither: z.int(),
  minimumDetectableDifference: z
    .number()
    .describe("The smallest true difference that a test like this finds with a probability of 80 %."),
};

const compareRuns = defineTool({
  name: "compare_runs",
  title: "Compare two runs",
  description:
    "Tests whether two runs of one benchmark differ, question by question: the difference of their scores with its interval, p-value, number of questions, and the smallest difference that could have been found. With `by`, also for each value of a dimension, with corrected p-values. Use it before you say that one model is better.",
  input: z.object({ a: args.run, b: args.run, filter: args.filter, by: args.dimensions.optional() }),
  output: z.object({
    a: z.object({ run: z.string(), model, inputs: z.array(z.string()), score: score.nullable() }),
    b: z.object({ run: z.string(), model, inputs: z.array(z.string()), score: score.nullable() }),
    ...TEST,
    mcnemarPValue: z.number().nullable(),
    significant: z.boolean().describe("Whether adjustedPValue is below 0.05."),
    differentSettings: z
      .array(z.object({ setting: z.string(), a: z.string().nullable(), b: z.string().nullable() }))
      .describe("Settings in which the runs differ, which may explain a difference of their scores."),
    cells: z.array(
      z.object({
        keys,
        ...TEST,
      }),
    ),
    note,
    correction: z.string().describe("Which intervals and p-values are corrected together."),
    link: z.string(),
  }),
  run: async ({ omnidex, root }, { a, b, filter: given, by }) => {
    const [runA, runB] = await Promise.all([findRun(omnidex, a), findRun(omnidex, b)]);
    const filter = args.within(runA.benchmark.slug, given);
    const { found: comparison, scores, table } = await fetchComparison(omnidex, [runA, runB], by ?? [], filter);
    const { disagreements: _list, betterOn: _better, ...found } = comparison;
    const [scoreA, scoreB] = scores;
    const significant = found.adjustedPValue < LEVEL;
    const correction = correctionNote([{ id: runA.id, name: runName(runA), comparison: found }]);
    const { value, range } = differenceTexts(found);
    const cells = found.cells.slice(0, fitting(found.cells));
    const left = noteOf(cells, found.cells);
    const link = pageUrl(root, pagePaths.compare([runB.id, runA.id], given));
    const side = (run: Run, own: z.input<typeof score> | null) => ({
      run: run.id,
      model: run.model,
      inputs: [...run.inputs],
      score: own,
    });
    return {
      data: {
        ...found,
        a: side(runA, scoreA),
        b: side(runB, scoreB),
        differentSettings: [...found.differentSettings],
        cells: cells.map((cell) => ({ ...cell, keys: [...cell.keys] })),
        note: left,
        significant,
        correction,
        link,
      },
      text: [
        `a: ${runName(runA)}${scoreA === null ? "" : `: ${scoreText(scoreA)}`}`,
        `b: ${runName(runB)}${scoreB === null ? "" : `: ${scoreText(scoreB)}`}`,
        `a − b: ${value} points (95 %: ${range}), ${pText(found.adjustedPValue)}, n = ${found.n}: ${significant ? "significant" : "not significant"} at the 5 % level`,
        `The smallest difference that this comparison finds at 80 % power is ${points(found.minimumDetectableDifference, errorOf(found.interval))} points.`,
        tableText({ ...table, rows: table.rows.slice(0, 1 + cells.length) }),
        ...(left === null ? [] : [left]),
        link,
      ].join("\n"),
    };
  },
});

export const runTools = [runSummary, breakdown, compareRuns];
