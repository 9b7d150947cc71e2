import { ITEM_STATISTIC_NAMES, ITEM_STATISTICS } from "../../domain/item-statistics.ts";
import { QUESTION_FLAG_NAMES, QUESTION_FLAGS } from "../../domain/question-flags.ts";
import { QUESTION_NUMBER_NAMES, QUESTION_NUMBERS } from "../../domain/question-numbers.ts";
import type { QuestionRecord } from "./question-record.ts";

/** The content of a column: a plain value, JSON as text, or a list of texts. */
export type ColumnType = "text" | "integer" | "number" | "boolean" | "json" | "texts";

interface ColumnOf<Source> {
  readonly name: string;
  readonly type: ColumnType;
  readonly description: string;
  /** Whether the values are sentences. A Parquet file states no minimum and maximum of such a column. */
  readonly isFreeText?: true;
  /** Whether the column's values reveal the answers. */
  readonly tellsAnswer?: true;
  /** The only field of the source that the value depends on. */
  readonly field: keyof Source & keyof QuestionRecord;
  readonly value: (source: Source) => unknown;
}

/** A column of CSV and Parquet, the flat export formats, and of their description in Croissant. */
export type QuestionColumn = ColumnOf<QuestionRecord>;

type ExportOnly = "release" | "license" | "native" | "statistics";
/** The part of a record that clients of the API can read. The other fields are only in the server's own exports. */
export interface ClientQuestion extends Readonly<Omit<QuestionRecord, ExportOnly | "video" | "options" | "answer">> {
  readonly options: Readonly<QuestionRecord["options"]>;
  readonly answer: { readonly label: string | null; readonly text: string | null; readonly value: unknown } | null;
  readonly video: Omit<NonNullable<QuestionRecord["video"]>, "subset" | "caption"> | null;
}
/** A column that can be written from the API's responses. */
export type ClientColumn = ColumnOf<ClientQuestion> & { readonly exportOnly: false };

const itself = (value: unknown): unknown => value;

type Column = ClientColumn | (QuestionColumn & { readonly exportOnly: true });

/** @param of computes the value from the field that it depends on */
const column = <F extends keyof ClientQuestion>(
  name: string,
  type: ColumnType,
  description: string,
  field: F,
  of: (value: ClientQuestion[F]) => unknown = itself,
): ClientColumn => ({ name, type, description, field, value: (q) => of(q[field]), exportOnly: false });

const exportColumn = <F extends keyof QuestionRecord>(
  name: string,
  type: ColumnType,
  description: string,
  field: F,
  of: (value: QuestionRecord[F]) => unknown = itself,
): Column => ({ name, type, description, field, value: (q) => of(q[field]), exportOnly: true });

/** A column of the statistics in an item snapshot; its values are null if no snapshot is exported. */
const statisticColumn = (
  name: string,
  type: ColumnType,
  description: string,
  field: keyof NonNullable<QuestionRecord["statistics"]>,
): Column => ({
  ...exportColumn(name, type, description, "statistics", (statistics) => statistics?.[field] ?? null),
  tellsAnswer: true,
});

const answerColumn = <F extends keyof ClientQuestion>(...of: Parameters<typeof column<F>>): ClientColumn => ({
  ...column(...of),
  tellsAnswer: true,
});

const COLUMNS: readonly Column[] = [
  column("benchmark", "text", "The benchmark's slug.", "benchmark"),
  column("key", "text", "The question's natural key inside its benchmark.", "key"),
  { ...column("text", "text", "The question.", "text"), isFreeText: true },
  column("options", "texts", "The texts of the options by position: A, B, C and so on.", "options", (options) =>
    options.map(({ text }) => text),
  ),
  column("answerFormat", "text", "The form of the answer.", "answerFormat"),
  column("answerAccess", "text", "VISIBLE or HIDDEN.", "answerAccess"),
  answerColumn(
    "answerLabel",
    "text",
    "Multiple choice: the label of the correct option.",
    "answer",
    (answer) => answer?.label ?? null,
  ),
  answerColumn("answerText", "text", "The answer as text, if it has one.", "answer", (answer) => answer?.text ?? null),
  answerColumn(
    "answer",
    "json",
    "The complete answer key, whose shape depends on the answer format.",
    "answer",
    (answer) => answer?.value ?? null,
  ),
  column("task", "text", "The task's slug.", "task", (task) => task.slug),
  column("taskName", "text", "The benchmark's own name for the task.", "task", (task) => task.name),
  column("level", "text", "PERCEPTION, UNDERSTANDING, REASONING or SENSATION.", "level"),
  column("audioTypes", "texts", "SPEECH, SOUND, MUSIC.", "audioTypes", (labels) => labels.map(({ type }) => type)),
  column(
    "audioLabels",
    "texts",
    "The benchmark's own names for the audio types, in the same order.",
    "audioTypes",
    (labels) => labels.map(({ nativeLabel }) => nativeLabel),
  ),
  column(
    "category",
    "text",
    "The slug of the category, prefixed with its parent's slug.",
    "category",
    (category) => category?.slug ?? null,
  ),
  column(
    "categoryName",
    "text",
    "The benchmark's own name for the category.",
    "category",
    (category) => category?.name ?? null,
  ),
  column("video", "text", "The video's natural key inside its benchmark.", "video", (video) => video?.key ?? null),
  column("durationSeconds", "number", "The video's duration.", "video", (video) => video?.durationSeconds ?? null),
  column("durationBucket", "text", "The duration's bucket.", "video", (video) => video?.durationBucket ?? null),
  column("videoUrl", "text", "The address of the video.", "video", (video) => video?.url ?? null),
  {
    ...exportColumn(
      "videoCaption",
      "text",
      "The benchmark's description of the video.",
      "video",
      (video) => video?.caption ?? null,
    ),
    isFreeText: true,
  },
  column("media", "json", "The files to give to a model: kind and path.", "media"),
  ...QUESTION_FLAG_NAMES.map((flag) => column(flag, "boolean", QUESTION_FLAGS[flag].says, flag)),
  column("group", "text", "The group of questions that are scored together.", "group"),
  column(
    "subset",
    "text",
    "The part of the benchmark that the question belongs to, as the benchmark names it.",
    "subset",
  ),
  answerColumn("reasoningSteps", "json", "The steps by which annotators reached the answer.", "reasoningSteps"),
  exportColumn(
    "native",
    "json",
    "The other fields of the record, unchanged; without those that may reveal hidden answers.",
    "native",
  ),
  column("ordinal", "integer", "The position in the release, from 0.", "ordinal"),
  exportColumn(
    "release",
    "integer",
    "The version of the release on this server.",
    "release",
    (release) => release.version,
  ),
  exportColumn(
    "releaseHash",
    "text",
    "SHA-256 over everything in the release.",
    "release",
    (release) => release.contentHash,
  ),
  exportColumn("license", "text", "The licence of the data, as its authors state it.", "license"),
  column("id", "text", "The question's id on this server.", "id"),
  column(
    "durationLabel",
    "text",
    "The benchmark's own name for the duration.",
    "video",
    (video) => video?.durationLabel ?? null,
  ),
  column(
    "dominance",
    "text",
    "The modality that the task relies on: AUDIO, VISUAL, JOINT.",
    "task",
    (task) => task.dominance,
  ),
  column("stepModalities", "text", "What the reasoning steps are about: AUDIO, VISION, BOTH.", "stepModalities"),
  ...QUESTION_NUMBER_NAMES.map((field) =>
    answerColumn(field, QUESTION_NUMBERS[field].type, QUESTION_NUMBERS[field].says, field),
  ),
  statisticColumn("itemSnapshot", "text", "The item snapshot of the next columns, if one is asked for.", "snapshot"),
  ...ITEM_STATISTIC_NAMES.map((field) => statisticColumn(field, "number", ITEM_STATISTICS[field].says, field)),
  column(
    "levelSource",
    "text",
    "Where the level comes from: PAPER (the paper or the file), or CURATED (assigned by Omnidex).",
    "task",
    (task) => task.levelSource,
  ),
];

/** The columns of the server's exports, in order. New columns go to the end, new flags beside the other flags. */
export const QUESTION_COLUMNS: readonly QuestionColumn[] = COLUMNS;

/** The columns that a client of the API can write, in the same order. */
export const CLIENT_COLUMNS: readonly ClientColumn[] = COLUMNS.filter((each) => !each.exportOnly);
