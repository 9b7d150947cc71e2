import { z } from "zod";
import { DURATION_BUCKETS } from "../domain/duration-buckets.ts";
import { ANSWER_FORMATS, AUDIO_TYPES, DIMENSIONS, type Dimension, LEVELS } from "../domain/vocabulary.ts";
import type { QuestionFilter } from "../sdk/types.ts";

const LONGEST_NAME = 500;

/** A text that names something. */
export const name = (description: string) => z.string().min(1).max(LONGEST_NAME).describe(description);

/**
 * A value of an enum. The schema lists the values, but only the server checks them, so that a wrong one gets the error
 * of the API, with the nearest value.
 */
export const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  z
    .string()
    .max(LONGEST_NAME)
    .meta({ enum: values, ...(description !== undefined && { description }) })
    .transform((value) => value as T);

export const benchmark = name("The benchmark's slug, as list_benchmarks gives it: worldsense.");
export const run = name(
  "A run: its id (run_3), 'latest', or the name of a model that has one run. leaderboard and list_runs give ids.",
);
export const question = name("The question's key inside its benchmark, as query_questions gives it: video_1/0.");

export const dimensions = z
  .array(oneOf<Dimension>(DIMENSIONS))
  .min(1)
  .max(2)
  .describe("One dimension, or two: [LEVEL], [AUDIO_TYPE, DURATION].");

/** The size of a page, and its place. */
export const page = (usual: number, most: number) => ({
  first: z.int().min(1).max(most).default(usual).describe(`How many to return, from 1 to ${most}.`),
  after: z.string().min(1).max(LONGEST_NAME).optional().describe("The nextCursor of the page before."),
});

const texts = (description: string) => ({ type: "array", items: { type: "string" }, description });
const values = (enumeration: readonly string[], description?: string) => ({
  type: "array",
  items: { type: "string", enum: enumeration },
  ...(description !== undefined && { description }),
});

/** The conditions that the schema of a tool lists. The server knows more, and checks all of them. */
const CONDITIONS = {
  levels: values(LEVELS, "The cognitive level of the question."),
  tasks: texts("Slugs of tasks, as describe_benchmark gives them."),
  categories: texts("Slugs of the categories of videos."),
  audioTypes: {
    type: "object",
    properties: { any: values(AUDIO_TYPES), all: values(AUDIO_TYPES), none: values(AUDIO_TYPES) },
    description: "The kinds of sound that the question depends on.",
  },
  durationSeconds: {
    type: "object",
    properties: Object.fromEntries(["gt", "gte", "lt", "lte"].map((bound) => [bound, { type: "number" }])),
    description: "The duration of the video.",
  },
  durationBuckets: values(DURATION_BUCKETS.map(({ key }) => key)),
  answerFormats: values(ANSWER_FORMATS),
  requiresAudio: { type: "boolean" },
  requiresVisual: { type: "boolean" },
  keys: texts("Keys of questions."),
  text: { type: "string", description: "Words of the question or its options." },
  and: { type: "array", items: { type: "object" }, description: "Filters of this form, which must all hold." },
  or: { type: "array", items: { type: "object" }, description: "Filters of this form, of which one must hold." },
  not: { type: "object", description: "A filter of this form, which must not hold." },
};

/** A slice of questions: the `QuestionFilter` of the API. Its schema lists the common conditions. */
export const filter = z
  .record(z.string(), z.unknown(), "expected an object")
  .meta({
    description:
      "Which questions; all by default. All given conditions must hold. The resource omnidex://schema has the rest of QuestionFilter.",
    properties: CONDITIONS,
  })
  .transform((value) => value as QuestionFilter)
  .optional();

/** The filter of the questions of one benchmark; undefined for no condition. */
export const within = (slug: string, given: QuestionFilter | undefined): QuestionFilter | undefined =>
  given === undefined || Object.keys(given).length === 0 ? undefined : { benchmarks: [slug], ...given };
