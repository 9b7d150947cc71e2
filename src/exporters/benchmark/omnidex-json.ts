import type { ExportedTask, ExportedVideoRow } from "../../domain/exported-benchmark.ts";
import type { ExportedQuestion } from "../../domain/exported-question.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import type { AnswerKey } from "../../domain/import-batch.ts";
import { byFlag } from "../../domain/question-flags.ts";
import type { FilePieces, Pieces } from "../encoding/pieces.ts";

/** What is written of a benchmark, in the order of the file. */
export interface BenchmarkParts {
  readonly release: ExportedRelease;
  readonly tasks: readonly ExportedTask[];
  readonly videos: Pieces<ExportedVideoRow>;
  readonly questions: Pieces<ExportedQuestion>;
}

/** A benchmark in the format that `omnidex import` takes of one's own (docs/import.md), answers and all. */
export async function* omnidexJson({ release, tasks, videos, questions }: BenchmarkParts): FilePieces {
  const { benchmark: slug, title, description, license, homepage } = release;
  const benchmark = known({ slug, title, description, license, homepage });
  yield `{"benchmark":${JSON.stringify(benchmark)},\n"tasks":${JSON.stringify(tasks.map(known))},\n"videos":[`;
  yield* list(videos, known);
  yield '],\n"questions":[';
  yield* list(questions, questionEntry);
  yield "]}\n";
}

async function* list<T>(pieces: Pieces<T>, entry: (row: T) => object): FilePieces {
  let separator = "\n";
  for await (const rows of pieces) {
    let text = "";
    for (const row of rows) {
      text += separator + JSON.stringify(entry(row));
      separator = ",\n";
    }
    yield text;
  }
}

/** The object without null fields, because the importer treats absent fields as null. */
const known = (entry: object): object =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));

const questionEntry = ({ answer, ...row }: ExportedQuestion): object =>
  known({
    key: row.key,
    video: row.video?.key ?? null,
    text: row.text,
    options: row.options.length === 0 ? null : row.options,
    answerFormat: row.answerFormat,
    answer: answer && answerEntry(answer),
    task: row.task.name,
    level: row.level,
    audioTypes: row.audioTypes,
    ...byFlag((flag) => row[flag]),
    subset: row.subset,
    reasoningSteps: row.reasoningSteps.length === 0 ? null : row.reasoningSteps,
    media: row.media.length === 0 ? null : row.media,
    native: row.native,
  });

/** An option by its position: a label may be the text of another option. */
function answerEntry(key: AnswerKey): unknown {
  switch (key.kind) {
    case "option":
      return key.position;
    case "text":
      return key.text;
    case "number":
      return key.value;
    case "counts":
      return key.counts;
    case "indices":
      return key.indices;
    case "captions":
      return key.captions;
    case "boxes":
      return { bbox: key.boxes, original_wh: key.size };
  }
}
