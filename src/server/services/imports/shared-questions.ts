import type { AnswerAccess } from "../../../domain/exported-release.ts";
import type { ImportReport } from "../../../domain/import-report.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { everyoneSees } from "../../data/answer-visibility.ts";
import {
  type AskedQuestion,
  countHiddenElsewhere,
  countSeenBefore,
  hidesAnyAnswers,
} from "../../data/shared-question-queries.ts";
import type { Queryable } from "../../db/database.ts";
import type { ImportContent } from "./import-content.ts";

/** What an import shares with stored releases that have other access to their answers. */
export type SharedQuestions = Pick<ImportReport, "seenBefore" | "hiddenElsewhere">;

export const NOTHING_SHARED: SharedQuestions = { seenBefore: 0, hiddenElsewhere: [] };

/** How many questions are compared with one statement. */
const PIECE = 5_000;

/**
 * Looks for the questions of a new release in releases with other access: hidden ones in releases whose answers everyone
 * sees, visible ones in releases that hide them.
 * @param benchmark null if the import makes a new benchmark
 * @param viewer who imports: earlier releases of other benchmarks are searched only for their maintainers and administrators
 */
export async function findSharedQuestions(
  tx: Queryable,
  benchmark: number | null,
  content: ImportContent,
  answerAccess: AnswerAccess,
  viewer: Viewer,
): Promise<SharedQuestions> {
  if (!everyoneSees(answerAccess)) {
    let seenBefore = 0;
    for (const piece of piecesOf(content)) seenBefore += await countSeenBefore(tx, benchmark, piece, viewer);
    return { ...NOTHING_SHARED, seenBefore };
  }
  if (!(await hidesAnyAnswers(tx))) return NOTHING_SHARED;
  const counts = new Map<string, number>();
  for (const piece of piecesOf(content))
    for (const found of await countHiddenElsewhere(tx, benchmark, piece, viewer))
      counts.set(found.benchmark, (counts.get(found.benchmark) ?? 0) + found.questionCount);
  const hiddenElsewhere = Array.from(counts, ([slug, questionCount]) => ({ benchmark: slug, questionCount }));
  return { ...NOTHING_SHARED, hiddenElsewhere };
}

function* piecesOf(content: ImportContent): Generator<readonly AskedQuestion[]> {
  const all = Array.from(content.questions(), ({ key, text, options, video }) => ({
    key,
    text,
    options: JSON.stringify(options),
    video,
  }));
  const times = new Map<string, number>();
  const wordingOf = ({ text, options }: Pick<AskedQuestion, "text" | "options">): string => `${text}\n${options}`;
  for (const question of all) times.set(wordingOf(question), (times.get(wordingOf(question)) ?? 0) + 1);
  for (let start = 0; start < all.length; start += PIECE)
    yield all.slice(start, start + PIECE).map((question) => ({
      ...question,
      needsVideo: question.options === "[]" || times.get(wordingOf(question)) !== 1,
    }));
}
