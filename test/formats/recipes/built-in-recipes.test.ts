import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { describe, expect, it, type TestContext } from "vitest";
import type { ImportBatch, ImportQuestion } from "../../../src/domain/import-batch.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { parseRecipe } from "../../../src/formats/recipes/recipe.ts";
import { dataFile } from "../../../src/server/config/project-root.ts";
import { importerOf } from "../../support/importing.ts";
import { sharedDataset } from "../../support/shared-datasets.ts";
import { codes, countBy } from "../batch-reading.ts";

/** A question by a plain reading of the file. */
interface Plain {
  readonly key: string;
  readonly video: string | null;
  readonly text: string;
  readonly options: readonly string[];
  readonly answer: string;
  readonly task: string;
}

interface Case {
  readonly slug: string;
  readonly files: readonly string[];
  readonly counts: Readonly<Record<"questions" | "videos" | "tasks", number>>;
  readonly oddities: Readonly<Record<string, number>>;
  /** All questions, in the order of the file. */
  readonly plain: (text: string) => readonly Plain[];
}

// biome-ignore lint/suspicious/noExplicitAny: a record of a file whose form the case knows
type Json = Readonly<Record<string, any>>;

const unlabelled = (option: string): string => option.replace(/^[A-D]\. ?/, "").trim();
const numbered = () => {
  const counts = new Map<string, number>();
  return (video: string): string => {
    const number = counts.get(video) ?? 0;
    counts.set(video, number + 1);
    return `${video}/${number}`;
  };
};

const CASES: readonly Case[] = [
  {
    slug: "daily-omni",
    files: ["daily-omni/qa.json"],
    counts: { questions: 1_197, videos: 684, tasks: 6 },
    oddities: { REPEATED_QUESTION: 1 },
    plain: (text) => {
      const key = numbered();
      return (JSON.parse(text) as Json[]).map(({ video_id, Question, Choice, Answer, Type }) => ({
        ...{ key: key(video_id), video: video_id, text: Question, task: Type },
        ...{ options: Choice.map(unlabelled), answer: unlabelled(Choice["ABCD".indexOf(Answer)]) },
      }));
    },
  },
  {
    slug: "mmau",
    files: ["mmau/mmau-test-mini.json"],
    counts: { questions: 1_000, videos: 1_000, tasks: 27 },
    oddities: { DUPLICATE_OPTIONS: 27 },
    plain: (text) =>
      (JSON.parse(text) as Json[]).map(({ id, audio_id, question, choices, answer, "sub-category": task }) => ({
        ...{ key: id, video: audio_id, text: question, options: choices, answer, task },
      })),
  },
  {
    slug: "streamingbench",
    files: ["streamingbench/questions_omni.json"],
    counts: { questions: 1_500, videos: 300, tasks: 6 },
    oddities: { REPEATED_QUESTION: 515, OPTION_LABELS_OUT_OF_ORDER: 3, DUPLICATE_OPTIONS: 3 },
    plain: (text) => {
      const key = numbered();
      return (JSON.parse(text) as Json[]).flatMap(({ video_path, questions }) =>
        questions.map(({ question, options, answer, task_type }: Json) => {
          const video = video_path.slice("./videos/".length, -".mp4".length);
          return {
            ...{ key: key(video), video, text: question, task: task_type },
            ...{ options: options.map(unlabelled), answer: unlabelled(options["ABCD".indexOf(answer)]) },
          };
        }),
      );
    },
  },
  {
    slug: "valor32k-avqa",
    files: ["valor32k-avqa-2/processed_test_data.csv.gz"],
    counts: { questions: 9_028, videos: 3_474, tasks: 9 },
    oddities: { LEFT_OUT: 35, REPEATED_QUESTION: 1 },
    plain: (text) => {
      const key = numbered();
      const [header, ...rows] = parse(text, { relax_column_count: true }) as string[][];
      return rows
        .filter((cells) => cells.length === header?.length)
        .map((cells) => Object.fromEntries(cells.map((cell, at) => [header?.[at], cell])) as Json)
        .map((row) => {
          const video = `${row.video_id}_${Number(row.start_time)}_${Number(row.end_time)}`;
          const options = [row.mcq_1, row.mcq_2, row.mcq_3, row.mcq_4];
          return {
            ...{ key: key(video), video, text: row.question, task: row.type },
            ...{ options, answer: options[Number(row.correct_mcq)] },
          };
        });
    },
  },
  {
    slug: "video-mme",
    files: ["minicpm-o-4_5/output_videomme_cpp.json"],
    counts: { questions: 2_700, videos: 900, tasks: 12 },
    oddities: { DUPLICATE_OPTIONS: 10 },
    plain: (text) =>
      (JSON.parse(text) as Json[]).flatMap(({ video_id, questions }) =>
        questions.map(({ question_id, question, options, answer, task_type }: Json) => ({
          ...{ key: question_id, video: video_id, text: question, task: task_type },
          ...{ options: options.map(unlabelled), answer: unlabelled(options["ABCD".indexOf(answer)]) },
        })),
      ),
  },
  {
    slug: "mmar",
    files: ["mmar/MMAR-meta.jsonl"],
    counts: { questions: 1_000, videos: 1_000, tasks: 16 },
    oddities: {},
    plain: (text) =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Json)
        .map(({ id, question, choices, answer, "sub-category": task }) => ({
          ...{ key: id, video: id, text: question, options: choices, answer, task },
        })),
  },
  {
    slug: "music-avqa",
    files: ["music-avqa/avqa-test.json"],
    counts: { questions: 9_129, videos: 6_399, tasks: 9 },
    oddities: {},
    plain: (text) =>
      (JSON.parse(text) as Json[]).map(({ question_id, video_id, question_content, templ_values, type, anser }) => {
        const values = JSON.parse(templ_values) as string[];
        return {
          ...{ key: String(question_id), video: video_id, options: [], answer: anser },
          ...{
            text: question_content.replace(/<[A-Za-z]+>/g, () => values.shift() ?? "?"),
            task: JSON.parse(type).join(" "),
          },
        };
      }),
  },
];

function filesOf(context: TestContext, { files }: Case): readonly ImportFile[] {
  return files.map((path) => {
    const { name, bytes } = sharedDataset(context, `field/${path}`);
    return name.endsWith(".gz") ? { name: name.slice(0, -3), bytes: gunzipSync(bytes) } : { name, bytes };
  });
}

const read = (slug: string, files: readonly ImportFile[]): Promise<ImportBatch> => importerOf(slug)(files);

/** A question as the plain reading has it. */
const shown = ({ key, video, text, options, answer, task }: ImportQuestion, { tasks }: ImportBatch): Plain => ({
  ...{ key, video, text, options },
  answer: answer.kind === "option" ? (options[answer.position] ?? "") : "text" in answer ? String(answer.text) : "",
  task: tasks.find(({ slug }) => slug === task)?.name ?? "",
});

describe("the built-in recipes", () => {
  it.each(readdirSync(dataFile("recipes")))("%s is valid, has its file's name, and a source", (name) => {
    const recipe = parseRecipe({ name, bytes: readFileSync(dataFile(`recipes/${name}`)) });
    expect([`${recipe.benchmark.slug}.yaml`, typeof recipe.source]).toEqual([name, "string"]);
  });

  describe.each(CASES)("$slug", (one) => {
    it("has the counts of its paper or README", async (context) => {
      const batch = await read(one.slug, filesOf(context, one));
      const { questions, videos, tasks } = batch;
      expect({ questions: questions.length, videos: videos.length, tasks: tasks.length }).toEqual(one.counts);
      expect(codes(batch)).toEqual(one.oddities);
      expect(Object.values(countBy(tasks, ({ levelSource }) => levelSource))).toEqual([tasks.length]);
    });

    it("has questions as a plain reading of the file has them", async (context) => {
      const files = filesOf(context, one);
      const batch = await read(one.slug, files);
      const plain = one.plain(new TextDecoder().decode(files[0]?.bytes));
      expect(plain).toHaveLength(one.counts.questions);
      for (const place of [0, Math.floor(plain.length / 2), plain.length - 1])
        expect(shown(batch.questions[place] as ImportQuestion, batch)).toEqual(plain[place]);
    });
  });
});
