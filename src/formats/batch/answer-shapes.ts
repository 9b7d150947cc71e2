import type { AnswerKey, Box } from "../../domain/import-batch.ts";
import { optionPosition } from "../../domain/option-label.ts";
import type { RecordReader } from "../files/record-reader.ts";

/**
 * The position of the option whose label an answer names. With the labels A, B and C, "B", "b", "B." and "(B)" give 1.
 * @throws {ImportError} if no option has this label.
 */
export function readAnswerPosition(answer: RecordReader, labels: readonly string[]): number {
  const expected = expectedLabel(labels);
  const letter = answer
    .string(expected)
    .trim()
    .replace(/^\(?([A-Za-z]{1,2})[.):]?$/, "$1")
    .toUpperCase();
  const position = labels.indexOf(letter);
  return position === -1 ? answer.fail(expected) : position;
}

function expectedLabel(labels: readonly string[]): string {
  const last = labels.at(-1);
  if (last === undefined) return "options to answer with";
  return optionPosition(last) === labels.length - 1
    ? `a label from A to ${last}`
    : `one of the labels ${labels.join(", ")}`;
}

/** Reads `{"dog": 2}`. */
export function readCounts(answer: RecordReader): AnswerKey {
  const counts = answer.members().map(([name, count]) => [name, count.count()] as const);
  return { kind: "counts", counts: Object.fromEntries(counts) };
}

/** Reads `[0, 4]`, or a single index. */
export function readIndices(answer: RecordReader): AnswerKey {
  const indices = Array.isArray(answer.value) ? answer.array() : [answer];
  return { kind: "indices", indices: indices.map((index) => index.count("an index, 0 or above")) };
}

/** Reads one caption or a list of them. */
export function readCaptions(answer: RecordReader): AnswerKey {
  const captions = Array.isArray(answer.value) ? answer.array() : [answer];
  if (captions.length === 0) answer.fail("at least one caption");
  return { kind: "captions", captions: captions.map((caption) => caption.text("a caption")) };
}

/**
 * Reads boxes in either shape of AVI-Bench: `{"bbox": {"frame_0": [x, y, w, h]}, "original_wh": [w, h]}`, which its
 * scorer expects, or the boxes alone, as its older files have them.
 */
export function readBoxes(answer: RecordReader): AnswerKey {
  const wrapped = answer.optional("bbox");
  const boxes = (wrapped ?? answer).members().map(([name, box]) => [name, readBox(box)] as const);
  if (boxes.length === 0) answer.fail("at least one box, or null for a frame without one");
  const size = wrapped === null ? null : answer.optional("original_wh");
  return { kind: "boxes", boxes: Object.fromEntries(boxes), size: size === null ? null : readSize(size) };
}

function readBox(box: RecordReader): Box | null {
  if (box.value === null) return null;
  const [x, y, width, height, ...rest] = box.array("a box [x, y, width, height] or null").map((edge) => edge.number());
  if (x === undefined || y === undefined || width === undefined || height === undefined || rest.length > 0) {
    return box.fail("a box [x, y, width, height] of four numbers");
  }
  if (width <= 0 || height <= 0) return box.fail("a box whose width and height are above 0");
  return [x, y, width, height];
}

function readSize(size: RecordReader): readonly [width: number, height: number] {
  const [width, height, ...rest] = size.array("[width, height]").map((edge) => edge.number());
  return width === undefined || height === undefined || rest.length > 0 || width <= 0 || height <= 0
    ? size.fail("[width, height], two numbers above 0")
    : [width, height];
}

/** Normalises a text for comparison: lower case, only letters and digits, single spaces. */
export function normaliseText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether two texts are equal after normalisation. Texts without letters and digits ("+", "-") must be identical. */
export function sameText(a: string, b: string): boolean {
  if (a === b) return true;
  const normalised = normaliseText(a);
  return normalised !== "" && normalised === normaliseText(b);
}

/** The edit distance of two words: insertions, deletions and substitutions (Levenshtein, 1966). */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
