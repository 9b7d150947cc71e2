import type { AnswerKey, Box } from "../../domain/import-batch.ts";
import type { RecordReader } from "../files/record-reader.ts";

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
