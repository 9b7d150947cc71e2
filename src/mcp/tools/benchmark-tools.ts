import { z } from "zod";
import { pagePaths, pageUrl } from "../../domain/page-urls.ts";
import { counted, plainText } from "../../domain/texts.ts";
import { OmnidexNotFoundError } from "../../sdk/index.ts";
import type { Benchmark, Facet, Question } from "../../sdk/types.ts";
import { cutText, fittingPage, PAGE, pageText } from "../answers.ts";
import * as args from "../arguments.ts";
import { defineTool } from "../tool.ts";

const BENCHMARK = {
  slug: z.string().describe("What the other tools take as `benchmark`."),
  title: z.string(),
  description: z.string().nullable(),
  license: z.string().nullable(),
  synthetic: z.boolean().describe("Whether it is made up; no score on it means anything."),
  questions: z.int().describe("0 if its files are not imported yet."),
  videos: z.int(),
  release: z.int().nullable().describe("The version of the current release."),
  answers: z.string().nullable().describe("VISIBLE or HIDDEN: whether you may see the answers."),
  link: z.string(),
};

const benchmarkData = (root: string, each: Benchmark) => ({
  slug: each.slug,
  title: each.title,
  description: each.description === null ? null : cutText(each.description),
  license: each.license,
  synthetic: each.synthetic,
  questions: each.questionCount,
  videos: each.videoCount,
  release: each.release?.version ?? null,
  answers: each.release?.answerAccess ?? null,
  link: pageUrl(root, pagePaths.benchmark(each.slug)),
});

const benchmarkLine = ({ slug, title, questionCount, videoCount, license, synthetic }: Benchmark): string =>
  `${slug}: ${plainText(title)}, ${counted(questionCount, "question")}, ${counted(videoCount, "video")}${license === null ? "" : `, ${license}`}${synthetic ? ", synthetic" : ""}`;

const listBenchmarks = defineTool({
  name: "list_benchmarks",
  title: "List the benchmarks",
  description:
    "Lists the benchmarks of this server with their slugs, sizes and licences. Start here: the other tools take a benchmark's slug.",
  input: z.object({}),
  output: z.object({ benchmarks: z.array(z.object(BENCHMARK)) }),
  run: async ({ omnidex, root }) => {
    const benchmarks = await omnidex.benchmarks();
    return {
      data: { benchmarks: benchmarks.map((each) => benchmarkData(root, each)) },
      text: [counted(benchmarks.length, "benchmark"), ...benchmarks.map(benchmarkLine)].join("\n"),
    };
  },
});

const value = z.object({ key: z.string(), label: z.string(), questions: z.int(), videos: z.int() });

/** The dimensions by which a benchmark is described, by the name of the field. */
const COUNTED = {
  levels: "LEVEL",
  audioTypes: "AUDIO_TYPE",
  durations: "DURATION",
  answerFormats: "ANSWER_FORMAT",
} as const;

const describeBenchmark = defineTool({
  name: "describe_benchmark",
  title: "Describe a benchmark",
  description:
    "Describes one benchmark: its tasks with their metrics, categories, and how many questions it has by level, audio type, duration and answer format. The slugs and keys are the values that a filter takes.",
  input: z.object({ benchmark: args.benchmark }),
  output: z.object({
    ...BENCHMARK,
    tasks: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        level: z.string(),
        metric: z.string(),
        chance: z.number().nullable(),
      }),
    ),
    categories: z.array(z.object({ slug: z.string(), name: z.string() })),
    levels: z.array(value),
    audioTypes: z.array(value),
    durations: z.array(value),
    answerFormats: z.array(value),
  }),
  run: async ({ omnidex, root }, { benchmark: slug }) => {
    const found = await omnidex.benchmark(slug);
    const by = Object.values(COUNTED);
    // The filter is checked by the server, which names the nearest benchmark.
    const facets = await omnidex.facets({ by, filter: { benchmarks: [slug] } });
    if (found === null) throw new OmnidexNotFoundError(`There is no benchmark '${slug}'.`);
    const values = (dimension: Facet["dimension"]) => facets.find((each) => each.dimension === dimension)?.values ?? [];
    const counts = Object.entries(COUNTED).map(([field, dimension]) => [field, values(dimension)] as const);
    const data = benchmarkData(root, found);
    return {
      data: {
        ...data,
        tasks: [...found.tasks],
        categories: [...found.categories],
        levels: [...values(COUNTED.levels)],
        audioTypes: [...values(COUNTED.audioTypes)],
        durations: [...values(COUNTED.durations)],
        answerFormats: [...values(COUNTED.answerFormats)],
      },
      text: [
        benchmarkLine(found),
        `tasks: ${found.tasks.map(({ slug, level }) => `${slug} (${level})`).join(", ")}`,
        ...counts.map(
          ([field, all]) => `${field}: ${all.map(({ key, questions }) => `${key} ${questions}`).join(", ")}`,
        ),
        data.link,
      ].join("\n"),
    };
  },
});

const answer = z
  .object({ label: z.string().nullable(), text: z.string().nullable(), value: z.unknown() })
  .nullable()
  .describe("The answer key; null if you may not see it.");

const questionData = (root: string, each: Question) => ({
  key: each.key,
  benchmark: each.benchmark.slug,
  text: cutText(each.text),
  options: each.options.map(({ label, text }) => ({ label, text: cutText(text) })),
  answerFormat: each.answerFormat,
  answer: each.answer && {
    label: each.answer.label,
    text: each.answer.text === null ? null : cutText(each.answer.text),
    value: each.answer.value,
  },
  task: each.task.slug,
  level: each.level,
  audioTypes: each.audioTypes.map(({ type }) => type),
  video: each.video && {
    key: each.video.key,
    durationSeconds: each.video.durationSeconds,
    category: each.video.category?.slug ?? null,
  },
  link: pageUrl(root, pagePaths.question(each.id)),
});

const queryQuestions = defineTool({
  name: "query_questions",
  title: "Query questions",
  description:
    "Lists or counts the questions that match a filter, of one benchmark or of all: text, options, task, level, audio types, video, and the answer key where it may be seen. With first: 1, `total` counts.",
  input: z.object({
    benchmark: args.benchmark.optional(),
    filter: args.filter,
    ...args.page(10, 100),
  }),
  output: z.object({
    questions: z.array(
      z.object({
        key: z.string(),
        benchmark: z.string(),
        text: z.string(),
        options: z.array(z.object({ label: z.string(), text: z.string() })),
        answerFormat: z.string(),
        answer,
        task: z.string(),
        level: z.string(),
        audioTypes: z.array(z.string()),
        video: z
          .object({ key: z.string(), durationSeconds: z.number().nullable(), category: z.string().nullable() })
          .nullable(),
        link: z.string(),
      }),
    ),
    ...PAGE,
  }),
  run: async ({ omnidex, root }, { benchmark: slug, filter: given, first, after }) => {
    const filter = slug === undefined ? given : { benchmarks: [slug], ...given };
    const { page, rows, nextCursor, note } = await fittingPage(
      first,
      (pageSize: number) => omnidex.questions({ filter, pageSize, after }).page(),
      (node) => questionData(root, node),
    );
    const link = pageUrl(root, pagePaths.questions(slug, given));
    const shown = { nextCursor, note, link };
    const lines = rows.map(
      ({ key, benchmark, text, options }) =>
        `${benchmark} ${key}: ${plainText(text).slice(0, 300)} ${options.map(({ label, text }) => `(${label}) ${plainText(text).slice(0, 80)}`).join(" ")}`,
    );
    return {
      data: { questions: [...rows], total: page.totalCount, ...shown },
      text: pageText(`${counted(page.totalCount, "question")}; ${rows.length} shown`, lines, shown),
    };
  },
});

export const benchmarkTools = [listBenchmarks, describeBenchmark, queryQuestions];
