import type { GeneratedAviPrediction } from "./generated-avi-run.ts";
import { isUnscored } from "./generated-avi-run.ts";
import type { PlainRecord } from "./plain-avi-bench.ts";

/** A question with its response; null if nothing was sent or the model failed. */
interface Sent {
  readonly record: PlainRecord;
  readonly response: string | null;
  readonly score: number;
}
type Box = readonly [number, number, number, number];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const rms = (values: readonly number[]): number => Math.hypot(...values) / Math.sqrt(values.length);

/**
 * A task's scores over the answered questions (`value`) and over all questions (`strict`), computed without Omnidex. A
 * score over no questions is null.
 */
export function plainTaskScore(
  task: string,
  records: readonly PlainRecord[],
  byKey: ReadonlyMap<string, GeneratedAviPrediction>,
) {
  const all = records
    .filter((record) => record.task === task && !isUnscored(record))
    .map((record): Sent => {
      const { row, score } = byKey.get(record.key) ?? {};
      return { record, response: row?.error === undefined ? (row?.response ?? null) : null, score: score ?? 0 };
    });
  const sent = all.filter(({ response }) => response !== null);
  const score = (rows: readonly Sent[], strict: boolean) =>
    rows.length === 0 ? null : SCORES[kind(task)](rows, strict);
  return { value: score(sent, false), n: sent.length, strict: score(all, true), nStrict: all.length };
}

type Kind = "counts" | "boxes" | "frames" | "indices" | "mean";
const KINDS: Readonly<Record<string, Kind>> = {
  AMIC: "counts",
  VMIC: "counts",
  AVL: "boxes",
  AVLG: "frames",
  VAR: "indices",
  AVR: "indices",
};
const kind = (task: string): Kind => KINDS[task] ?? "mean";

const SCORES: Readonly<Record<Kind, (rows: readonly Sent[], strict: boolean) => number>> = {
  mean: (rows) => mean(rows.map(({ score }) => score)),
  counts: countsScore,
  boxes: boxesScore,
  frames: (rows, strict) => mean(rows.map((row) => framesScore(row, strict))),
  indices: indicesScore,
};

/**
 * The object in a response that is JSON, or JSON with single quotes. NaN and Infinity become null. Undefined if there is
 * no object.
 */
function objectOf(response: string | null): Record<string, unknown> | undefined {
  const source = /\{.*\}/s
    .exec(response ?? "")?.[0]
    .replaceAll("'", '"')
    .replace(/NaN|Infinity/g, "null");
  try {
    return source === undefined ? undefined : JSON.parse(source);
  } catch {
    return undefined;
  }
}

function countsScore(rows: readonly Sent[], strict: boolean): number {
  const visual = rows[0]?.record.task === "VMIC";
  const samples = rows.map(({ record, response }) => {
    const truth = Object.entries(record.answer as Record<string, number>);
    const found = Object.entries(objectOf(response) ?? { none: -1 }).map(
      ([name, n]) => [name, n && Number(n)] as const,
    );
    const counts = new Map(found);
    const readable = found.every(([, n]) => Number.isInteger(n) && Number(n) >= 0);
    if (!readable) return { f: 0, e: strict ? (visual ? 12 : 7) : Math.min(20, mean(truth.map(([, own]) => own))) };
    const hits = truth.filter(([name]) => counts.has(name)).length;
    const errors = truth.map(([name, own]) =>
      counts.has(name) ? Math.abs(Number(counts.get(name)) - own) : visual ? 12 : 7,
    );
    return {
      f: visual ? hits / truth.length : (2 * hits) / (truth.length + counts.size),
      e: Math.min(20, mean(errors)),
    };
  });
  const semantic = mean(samples.map(({ f }) => f));
  return (semantic + 1 - Math.tanh(0.3 * rms(samples.map(({ e }) => e)))) / 2;
}

/**
 * A box in fractions of the picture; undefined if the value is not a box. If its largest number is above 1.5, all are
 * thousandths; if it is above 1001, all are pixels.
 */
function sharesOf(value: unknown): Box | undefined {
  const list: unknown = typeof value === "string" ? JSON.parse(value) : value;
  if (!Array.isArray(list) || list.length !== 4 || !list.every(Number.isFinite)) return undefined;
  const [left, top, right, bottom] = list as unknown as Box;
  if (left > right || top > bottom) return undefined;
  const largest = Math.max(...list.map(Math.abs));
  const [w, h] = largest > 1001 ? [1280, 720] : largest > 1.5 ? [1000, 1000] : [1, 1];
  return [left / w, top / h, right / w, bottom / h];
}

/** The intersection over union of a model's box and a box in pixels, in a picture of 1280 by 720. */
function iou(value: unknown, [x, y, w, h]: Box): number {
  const [left, top, right, bottom] = sharesOf(value) ?? [0, 0, 0, 0];
  const across = Math.min(right * 1280, x + w) - Math.max(left * 1280, x);
  const down = Math.min(bottom * 720, y + h) - Math.max(top * 720, y);
  const common = across > 0 && down > 0 ? across * down : 0;
  return common / (w * h + (right - left) * 1280 * (bottom - top) * 720 - common);
}

/** Each answer key of the fixture has one box, a dog. */
function boxesScore(rows: readonly Sent[], strict: boolean): number {
  const samples = rows.map(({ record, response }) => {
    const { dog_0: truth } = (record.answer as { bbox: { dog_0: Box } }).bbox;
    const found = objectOf(response);
    const best = found?.dog_0 === undefined ? 0 : iou(found.dog_0, truth);
    return { best, missed: best > 0 ? 0 : found === undefined && !strict ? 0 : 1 };
  });
  const instances = 1 - Math.tanh(rms(samples.map(({ missed }) => missed)));
  return 0.7 * mean(samples.map(({ best }) => best)) + 0.3 * instances;
}

/** Each answer key of the fixture has a box in its first frame and none in its second. */
function framesScore({ record, response }: Sent, strict: boolean): number {
  const { frame_0: truth } = (record.answer as { bbox: { frame_0: Box } }).bbox;
  const found = objectOf(response);
  if (found === undefined) return strict ? 0 : 0.5;
  return ((found.frame_0 == null ? 0 : iou(found.frame_0, truth)) + (found.frame_1 == null ? 1 : 0)) / 2;
}

/** The numbers of a list, or of a text; none if the list contains a value that is not an index. */
function numbersOf(response: string | null): readonly number[] {
  const text = (response ?? "").trim();
  if (!/^\[.*\]$/s.test(text)) return [...new Set((text.match(/\d+/g) ?? []).map(Number))].sort((a, b) => a - b);
  const list = JSON.parse(text.replace("NaN", "null")) as unknown[];
  const isIndex = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
  return list.every(isIndex) ? [...new Set(list)].sort((a, b) => a - b) : [];
}

function indicesScore(rows: readonly Sent[]): number {
  const samples = rows.map(({ record, response }) => {
    const truth = new Set(record.answer as number[]);
    const found = numbersOf(response);
    const right = found.map((index) => truth.has(index));
    const hits = right.filter(Boolean).length;
    return {
      set: String(found),
      c: found.length > 6 ? 0.3 : 1,
      r1: Number(right[0] ?? false),
      r3: Number(right.slice(0, 3).includes(true)),
      f1: (2 * hits) / (found.length + truth.size),
    };
  });
  const repeated = 1 - new Set(samples.map(({ set }) => set)).size / samples.length;
  const penalty = repeated > 0.8 ? 1.8 - repeated : 1;
  const average = mean(samples.map(({ r1, r3, f1 }) => (r1 + r3) / 4 + f1 / 2));
  return average * mean(samples.map(({ c }) => c)) * penalty;
}
