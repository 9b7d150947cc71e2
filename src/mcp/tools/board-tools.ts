import { z } from "zod";
import { percent } from "../../domain/figures-text.ts";
import { pagePaths, pageUrl } from "../../domain/page-urls.ts";
import { counted, plainText } from "../../domain/texts.ts";
import type { LeaderboardEntry, Run } from "../../sdk/types.ts";
import { leaderboardTable } from "../../tables/result-tables.ts";
import { fittingPage, interval, model, PAGE, pageText, score, scoreText, tableText } from "../answers.ts";
import * as args from "../arguments.ts";
import { defineTool } from "../tool.ts";

const entry = z.object({
  kind: z.enum(["RUN", "PUBLISHED"]).describe("A run on this server, or a figure that a paper prints."),
  rank: z.int(),
  rankRange: z.object({ best: z.int(), worst: z.int() }).nullable().describe("The ranks that the error bars allow."),
  tiesWithBest: z.boolean().nullable().describe("Whether it is the best, or not significantly worse."),
  value: z.number().describe("From 0 to 1."),
  model,
  inputs: z.array(z.string()),
  run: z.string().nullable().describe("What the other tools take as `run`; null for a paper's figure."),
  score: score.nullable(),
  source: z.string().nullable().describe("Where the paper prints the figure."),
});

const entryData = (each: LeaderboardEntry): z.input<typeof entry> => ({
  kind: each.__typename === "RankedRun" ? "RUN" : "PUBLISHED",
  rank: each.rank,
  rankRange: each.rankRange,
  tiesWithBest: each.tiesWithBest,
  value: each.value,
  model: each.model,
  inputs: [...each.inputs],
  run: each.__typename === "RankedRun" ? each.run.id : null,
  score: each.__typename === "RankedRun" ? each.score : null,
  source: each.__typename === "RankedRun" ? null : each.publishedResult.source,
});

const leaderboard = defineTool({
  name: "leaderboard",
  title: "Leaderboard",
  description:
    "Ranks the runs of a benchmark by their score over all questions or a slice, with intervals, the ranks that the error bars allow, and the figures of the paper. Overlapping rank ranges mean that the order is not certain; compare_runs tests two runs.",
  input: z.object({
    benchmark: args.benchmark,
    filter: args.filter,
    published: z.boolean().default(true).describe("Whether to list the figures of the paper, too."),
    partial: z.boolean().default(false).describe("Whether to rank runs that answer less than half of the questions."),
    ...args.page(20, 100),
  }),
  output: z.object({
    entries: z.array(entry),
    questions: z.int().describe("How many questions the slice has."),
    leftOut: z.int().describe("How many runs are left out, because they answer less than half of the questions."),
    measure: z.string().nullable().describe("What `value` is for AVI-Bench: QUESTIONS, TASK or TASKS."),
    ...PAGE,
  }),
  run: async ({ omnidex, root }, { benchmark: slug, filter: given, published, partial, first, after }) => {
    const filter = args.within(slug, given);
    const { page, rows, nextCursor, note } = await fittingPage(
      first,
      (pageSize: number) => omnidex.leaderboard(slug, { filter, published, partial, pageSize, after }).page(),
      entryData,
    );
    const shown = { nextCursor, note, link: pageUrl(root, pagePaths.benchmark(slug, given)) };
    const { totalCount: total, questions, leftOut, measure } = page;
    const heading = `${slug}, ${counted(questions, "question")}: ${counted(total, "entry")}`;
    const entries = page.nodes.slice(0, rows.length);
    const table = leaderboardTable(slug, filter ?? {}, page, entries);
    return {
      data: { entries: [...rows], questions, leftOut, measure, total, ...shown },
      text: pageText(heading, rows.length === 0 ? [] : [tableText(table)], shown),
    };
  },
});

const runRow = z.object({
  run: z.string(),
  benchmark: z.string(),
  release: z.int(),
  model,
  inputs: z.array(z.string()),
  visibility: z.string(),
  partial: z.boolean(),
  createdAt: z.string(),
  score: score.nullable(),
  link: z.string(),
});

const listRuns = defineTool({
  name: "list_runs",
  title: "List runs",
  description:
    "Lists the runs that you may see, newest first, with their ids: of a benchmark, of a model, or your own, which include private ones.",
  input: z.object({
    benchmark: args.benchmark.optional(),
    model: args.name("The slug of a model: qwen2-5-omni-7b.").optional(),
    mine: z.boolean().optional().describe("Only the runs of your key's owner."),
    ...args.page(20, 100),
  }),
  output: z.object({ runs: z.array(runRow), ...PAGE }),
  run: async ({ omnidex, root }, { benchmark: slug, model: named, mine, first, after }) => {
    const filter = {
      ...(slug !== undefined && { benchmarks: [slug] }),
      ...(named !== undefined && { models: [named] }),
      ...(mine !== undefined && { mine }),
    };
    const { page, rows, nextCursor, note } = await fittingPage(
      first,
      (pageSize: number) => omnidex.runs({ filter, pageSize, after }).page(),
      (each: Run): z.input<typeof runRow> => ({
        run: each.id,
        benchmark: each.benchmark.slug,
        release: each.release.version,
        model: each.model,
        inputs: [...each.inputs],
        visibility: each.visibility,
        partial: each.partial,
        createdAt: each.createdAt,
        score: each.score,
        link: pageUrl(root, pagePaths.run(each.id)),
      }),
    );
    const shown = {
      nextCursor,
      note,
      link: pageUrl(root, slug === undefined ? pagePaths.home() : pagePaths.benchmark(slug)),
    };
    const lines = rows.map(
      ({ run, benchmark, model, inputs, score }) =>
        `${run} ${benchmark} ${plainText(model.name)} [${inputs.join("+").toLowerCase()}] ${score === null ? "no score shown" : scoreText(score)}`,
    );
    return {
      data: { runs: [...rows], total: page.totalCount, ...shown },
      text: pageText(counted(page.totalCount, "run"), lines, shown),
    };
  },
});

const FIELDS = ["ORDINAL", "SHARE", "DISCRIMINATION", "UNPARSED", "AGREEMENT"] as const;
const evidence = z.object({ runs: z.int(), families: z.int() });

const item = z.object({
  question: z.string(),
  text: z.string(),
  share: z.number().nullable().describe("The mean score of the runs, from 0 to 1: low for a hard question."),
  interval: interval.nullable(),
  discrimination: z.number().nullable().describe("From −1 to 1; negative if abler models do worse: suspect the key."),
  unparsed: z.number().nullable().describe("The share of responses without a readable answer."),
  agreement: z
    .number()
    .nullable()
    .describe("The probability that two models of different families chose the same option."),
  runs: z.int().describe("How many runs answered it."),
  link: z.string(),
});

const itemAnalysis = defineTool({
  name: "item_analysis",
  title: "Analyse questions",
  description:
    "Statistics of single questions over many runs: how hard a question is, whether it separates able models from weak ones, and whether its key looks wrong. Order by SHARE for the hardest, by DISCRIMINATION for suspicious ones. Figures are null where there are too few runs.",
  input: z.object({
    benchmark: args.benchmark,
    filter: args.filter,
    orderBy: args
      .oneOf(FIELDS, "The figure to order by, least first; the order of the benchmark by default.")
      .optional(),
    descending: z.boolean().default(false).describe("Whether the greatest come first."),
    ...args.page(10, 100),
  }),
  output: z.object({
    items: z.array(item),
    evidence: evidence.describe("How many runs are counted, of how many families of models."),
    withheld: z
      .array(z.object({ figure: z.string(), has: evidence, needs: evidence }))
      .describe("Figures that are null for all questions, because there are too few runs or families."),
    ...PAGE,
  }),
  run: async ({ omnidex, root }, { benchmark: slug, filter: given, orderBy: field, descending, first, after }) => {
    const filter = args.within(slug, given);
    const orderBy = field && { field, direction: descending ? ("DESC" as const) : ("ASC" as const) };
    const { page, rows, nextCursor, note } = await fittingPage(
      first,
      (pageSize: number) => omnidex.itemAnalysis(slug, { filter, orderBy, pageSize, after }).page(),
      (each): z.input<typeof item> => ({
        question: each.question.key,
        text: each.question.text.slice(0, 300),
        share: each.share,
        interval: each.interval,
        discrimination: each.discrimination,
        unparsed: each.unparsed,
        agreement: each.agreement,
        runs: each.evidence.runs,
        link: pageUrl(root, pagePaths.question(each.question.id)),
      }),
    );
    const shown = { nextCursor, note, link: `${root}/items/${encodeURIComponent(slug)}` };
    const { evidence, withheld, totalCount: total } = page;
    const lines = rows.map(
      ({ question, share, discrimination, runs }) =>
        `${question}: ${share === null ? "no figure" : `${percent(share)} % right`}${discrimination === null ? "" : `, discrimination ${discrimination.toFixed(2)}`} (${counted(runs, "run")})`,
    );
    const heading = `${counted(total, "question")}, by ${counted(evidence.runs, "run")} of ${counted(evidence.families, "family")}`;
    return {
      data: { items: [...rows], evidence, withheld: [...withheld], total, ...shown },
      text: pageText(heading, lines, shown),
    };
  },
});

export const boardTools = [leaderboard, listRuns, itemAnalysis];
