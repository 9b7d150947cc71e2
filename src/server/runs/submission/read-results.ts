import { notFound } from "../../../domain/errors.ts";
import type { ExportedQuestion } from "../../../domain/exported-question.ts";
import { optionLabel } from "../../../domain/option-label.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { ImportFile } from "../../../formats/files/importer.ts";
import type { JoinQuestion } from "../../../formats/join/found-question.ts";
import { type ExportReader, openQuestionExport, questionRows } from "../../benchmarks/question-export.ts";
import { type ReadResults, readResultsApart } from "../../workers/read-apart.ts";
import type { ResultOptions } from "../../workers/result-reading.ts";

/**
 * Reads the result files of a run in any format that `omnidex submit` reads, and joins their rows to the questions of the
 * benchmark's current release, with what the viewer may see of them. Nothing is stored.
 * @returns results that the caller closes
 * @throws `NOT_FOUND` for an unknown benchmark; `BAD_USER_INPUT` for files that cannot be read, and for rows that cannot be used
 */
export async function readResults(
  reader: ExportReader,
  benchmark: string,
  files: readonly ImportFile[],
  options: ResultOptions = {},
): Promise<ReadResults> {
  const found = await openQuestionExport(reader, canonicalSlice({ benchmarks: [benchmark] }));
  if (found.ids.length === 0) throw notFound("benchmark", benchmark);
  const questions = async function* () {
    for await (const rows of questionRows(reader, found)) yield rows.map(joinQuestion);
  };
  return readResultsApart({ benchmark, questions: questions() }, files, options);
}

const joinQuestion = ({
  key,
  ordinal,
  text,
  options,
  video,
  task,
  answer,
  native,
}: ExportedQuestion): JoinQuestion => ({
  ...{ key, ordinal, text, options, native },
  video: video?.key ?? null,
  task: { slug: task.slug, name: task.name },
  answer: answer?.kind === "option" ? optionLabel(answer.position) : null,
});
