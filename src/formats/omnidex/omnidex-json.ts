import type {
  ExportedBenchmarkQuestion,
  ExportedVideoRow,
  ExportedVocabulary,
} from "../../domain/exported-question.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import type { AnswerKey, ImportAudioLabel, ImportConfirmation } from "../../domain/import-batch.ts";
import { byFlag } from "../../domain/question-flags.ts";
import { type FilePieces, itemsOf, type Pieces } from "../encoding/pieces.ts";

/** The parts of a benchmark, in the order in which they are written to the file. */
export interface BenchmarkParts extends ExportedVocabulary {
  readonly release: ExportedRelease;
  readonly videos: Pieces<ExportedVideoRow>;
  readonly questions: Pieces<ExportedBenchmarkQuestion>;
}

/**
 * Writes a benchmark with its answers in Omnidex's own format (docs/import.md). Importing the file makes the same
 * release again.
 */
export async function* omnidexJson(parts: BenchmarkParts): FilePieces {
  const { slug, title, description, license, homepage } = { ...parts.release, slug: parts.release.benchmark };
  yield `{"benchmark":${JSON.stringify(known({ slug, title, description, license, homepage }))}`;
  const categories = parts.categories.map(({ slug, name }) => ({ slug, name }));
  if (categories.length > 0) yield `,\n"categories":${JSON.stringify(categories)}`;
  yield `,\n"tasks":${JSON.stringify(parts.tasks.map(known))}`;
  if (parts.oddities.length > 0) yield `,\n"oddities":${JSON.stringify(parts.oddities)}`;
  yield ',\n"videos":[';
  yield* itemsOf(parts.videos, videoEntry);
  yield '],\n"questions":[';
  yield* itemsOf(parts.questions, questionEntry);
  yield "]}\n";
}

/** The object without null fields, because the importer treats absent fields as null. */
const known = (entry: object): object =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));

const unlessEmpty = <T>(items: readonly T[]): readonly T[] | null => (items.length === 0 ? null : items);

const videoEntry = ({ audioTypes, native, ...row }: ExportedVideoRow): object =>
  known({
    ...row,
    audioTypes: unlessEmpty(audioTypes.map(audioEntry)),
    native: Object.keys(native).length === 0 ? null : native,
  });

const audioEntry = ({ type, nativeLabel }: ImportAudioLabel): unknown =>
  type === nativeLabel ? type : { type, nativeLabel };

const questionEntry = ({ answer, confirmation, ...row }: ExportedBenchmarkQuestion): object => {
  // A file without this answer could not be imported.
  if (answer === null) throw new Error("the answers of the release were hidden while it was exported");
  return known({
    key: row.key,
    video: row.video?.key ?? null,
    text: row.text,
    options: unlessEmpty(row.options),
    answerFormat: row.answerFormat,
    ...answerFields(answer, row.options),
    confirmation: confirmation && confirmationEntry(confirmation),
    task: row.task.slug,
    level: row.level,
    audioTypes: row.audioTypes.map(audioEntry),
    ...byFlag((flag) => row[flag]),
    group: row.group,
    subset: row.subset,
    reasoningSteps: unlessEmpty(row.reasoningSteps.map(known)),
    media: unlessEmpty(row.media),
    native: Object.keys(row.native).length === 0 ? null : row.native,
  });
};

const confirmationEntry = ({ text, options, answerFormat, key }: ImportConfirmation): object =>
  known({ text, options: unlessEmpty(options), answerFormat, ...answerFields(key, options) });

/** The answer key in the field `answer`, or in `answers` if there are other accepted texts. */
const answerFields = (key: AnswerKey, options: readonly string[]): object =>
  key.kind === "text" && key.also !== undefined
    ? { answers: [key.text, ...key.also] }
    : { answer: answerEntry(key, options) };

/**
 * The answer key in the form of the field `answer`. An option is written as its position, because its label may be the
 * text of another option. If texts of options are numbers, the position is in an object, because a number alone may
 * also be read as a text.
 */
function answerEntry(key: AnswerKey, options: readonly string[]): unknown {
  switch (key.kind) {
    case "option":
      return optionEntry(key.position, key.text, options);
    case "options":
      return key.positions.map((position, place) => optionEntry(position, key.texts[place] ?? "", options));
    case "text":
      return key.text;
    case "number":
      // A text such as "07" keeps the spelling of the imported file; as a number it would become 7.
      return key.text === String(key.value) ? key.value : key.text;
    case "counts":
      return key.counts;
    case "indices":
      return key.indices;
    case "captions":
      return key.captions;
    case "boxes":
      return { bbox: key.boxes, ...(key.size === null ? {} : { original_wh: key.size }) };
  }
}

function optionEntry(position: number, text: string, options: readonly string[]): unknown {
  if (text !== options[position]) return { position, text };
  return options.some((option) => /^\s*\d+\s*$/.test(option)) ? { position } : position;
}
