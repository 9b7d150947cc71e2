import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { AnswerAccess } from "../../domain/exported-release.ts";
import type { ImportReport } from "../../domain/import-report.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { everyoneSees } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import type { ImportContent } from "../workers/import-content.ts";
import { Bursts } from "../workers/yielding.ts";
import {
  type AskedQuestion,
  countHiddenElsewhere,
  countSeenBefore,
  hidesAnyAnswers,
} from "./shared-question-queries.ts";

/** The questions that an import shares with stored releases that have a different answer access. */
export type SharedQuestions = Pick<ImportReport, "seenBefore" | "hiddenElsewhere">;

export const NOTHING_SHARED: SharedQuestions = { seenBefore: 0, hiddenElsewhere: [] };

/** How many questions are compared with one statement. */
const PIECE = 1_000;
/** The number of characters after which a piece ends. Usual questions have a tenth. */
const LONG = 1 << 21;

/**
 * Looks for the questions of a new release in releases that have a different answer access. If the new release hides
 * its answers, these are the releases whose answers everyone sees; otherwise, the releases that hide their answers.
 * @param benchmark null if the import makes a new benchmark
 * @param viewer who imports: earlier releases of other benchmarks are searched only for their maintainers and
 *   administrators
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
    for await (const piece of piecesOf(content)) seenBefore += await countSeenBefore(tx, benchmark, piece, viewer);
    return { ...NOTHING_SHARED, seenBefore };
  }
  if (!(await hidesAnyAnswers(tx))) return NOTHING_SHARED;
  const counts = new Map<string, number>();
  for await (const piece of piecesOf(content))
    for (const found of await countHiddenElsewhere(tx, benchmark, piece, viewer))
      counts.set(found.benchmark, (counts.get(found.benchmark) ?? 0) + found.questionCount);
  const hiddenElsewhere = Array.from(counts, ([slug, questionCount]) => ({ benchmark: slug, questionCount }));
  return { ...NOTHING_SHARED, hiddenElsewhere };
}

/**
 * The questions in pieces. They are read twice, so memory holds only one piece, and a hash of the wording of each
 * question. The event loop runs other work between the pieces.
 */
async function* piecesOf(content: ImportContent): AsyncGenerator<readonly AskedQuestion[]> {
  const repeated = await repeatedWordings(content);
  let piece: AskedQuestion[] = [];
  let length = 0;
  for (const { key, text, options, video } of content.questions()) {
    const asked = { key, text, options: JSON.stringify(options), video };
    piece.push({ ...asked, needsVideo: asked.options === "[]" || repeated.has(wordingOf(asked)) });
    length += text.length + asked.options.length;
    if (piece.length < PIECE && length < LONG) continue;
    yield piece;
    [piece, length] = [[], 0];
    await setImmediate();
  }
  if (piece.length > 0) yield piece;
}

/** The hashes of the wordings that several questions have. */
async function repeatedWordings(content: ImportContent): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const bursts = new Bursts();
  for (const { text, options } of content.questions()) {
    const wording = wordingOf({ text, options: JSON.stringify(options) });
    if (seen.has(wording)) repeated.add(wording);
    else seen.add(wording);
    if (bursts.isOver()) await bursts.next();
  }
  return repeated;
}

/** A hash of the text and the options of a question: 96 bits as text. */
const wordingOf = ({ text, options }: Pick<AskedQuestion, "text" | "options">): string =>
  hash("sha256", `${text}\n${options}`, "base64").slice(0, 16);
