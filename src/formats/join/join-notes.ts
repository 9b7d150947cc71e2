import { counted } from "../../domain/counted.ts";
import type { Submission } from "../read-submission.ts";
import type { FormulaCount } from "./formula-count.ts";

/** The most characters that a spreadsheet's cell can contain. */
export const LONGEST_CELL = 32_767;

/** Observations made while the rows of a submission were joined. */
interface Noticed {
  readonly moved: number;
  /** The place of the first row whose position belongs to another question. */
  readonly firstMoved: string | null;
  readonly relabelled: number;
  readonly otherKey: number;
  /** The number of responses that are exactly as long as the longest cell. */
  readonly cut: number;
  /** The number of rows with half a surrogate pair. */
  readonly torn: number;
  /** The parts of the benchmark that the rows name. */
  readonly parts: ReadonlySet<string>;
  readonly isWhole: boolean;
  readonly formulas: FormulaCount;
}

/** Notes that do not prevent a submission, as sentences. */
export function notesOf({ onePart, header }: Submission, noticed: Noticed): readonly string[] {
  const { moved, firstMoved, relabelled, otherKey, cut, torn, parts, isWhole, formulas } = noticed;
  const [part, ...otherParts] = parts;
  const isPart = part !== undefined && otherParts.length === 0 && !isWhole;
  return [
    header.remark ?? "",
    isPart && onePart !== undefined ? `All rows are of "${part}". ${onePart}` : "",
    moved > 0
      ? `${counted(moved, "row")} out of the benchmark's order (${firstMoved} is the first): joined by content.`
      : "",
    relabelled > 0
      ? `${counted(relabelled, "row")} with options in another order: the answers were given the questions' own labels.`
      : "",
    otherKey > 0
      ? `${counted(otherKey, "row")} with another correct answer than this release: another answer key was used to score them.`
      : "",
    cut > 0
      ? `${counted(cut, "response")} of exactly ${LONGEST_CELL} characters, the most that a spreadsheet's cell holds: probably cut.`
      : "",
    torn > 0
      ? `${counted(torn, "row")} with half a surrogate pair, as of an emoji that was cut: it has no form in UTF-8, and is stored as "\uFFFD".`
      : "",
    ...formulas.notes(),
  ].filter((note) => note !== "");
}
