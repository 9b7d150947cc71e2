import type { Random } from "../../fixtures/random.ts";
import type { PlainRecord } from "./plain-avi-bench.ts";

type Box = readonly [x: number, y: number, width: number, height: number];

/** An answer to a task whose answers are right or wrong, with its expected outcome. */
export interface ExactAnswer {
  readonly response: string;
  readonly outcome: "CORRECT" | "WRONG" | "UNPARSED";
}

const YES_NO = ["yes", "no", "not sure"];
const PHRASES: readonly ((answer: string) => string)[] = [
  (answer) => answer,
  (answer) => ` ${answer}\n`,
  (answer) => `The answer is ${answer}.`,
  (answer) => `<think>Hard to say at first.</think>\n**${answer}**`,
  (answer) => `{"answer": "${answer}"}`,
];
const EMPTY = ["", "  \n", "..."];

/** A right, wrong or unreadable answer. A plain script can distinguish these. */
export function exactAnswer(random: Random, record: PlainRecord): ExactAnswer {
  if (random.next() < 0.1) return { response: random.pick(EMPTY), outcome: "UNPARSED" };
  const right = random.next() < 0.6;
  const outcome = right ? "CORRECT" : "WRONG";
  const truth = String(record.answer);
  if (record.options.length > 0) return { response: choice(random, record, right), outcome };
  if (/^\d+$/.test(truth)) return number(random, Number(truth), right);
  if (!YES_NO.includes(truth)) return { response: right ? `${truth.toUpperCase()}.` : `${truth} or so`, outcome };
  const word = right ? truth : random.pick(YES_NO.filter((other) => other !== truth));
  return { response: random.pick(PHRASES)(word), outcome };
}

function choice(random: Random, { options, answer }: PlainRecord, right: boolean): string {
  const places = options.flatMap((option, index) => ((option === answer) === right ? index : []));
  const place = random.pick(places);
  const isText = random.next() < 0.3;
  return isText ? (options[place] ?? "") : random.pick(PHRASES)("ABCD".charAt(place));
}

function number(random: Random, truth: number, right: boolean): ExactAnswer {
  if (right) return { response: random.pick(PHRASES)(String(truth)), outcome: "CORRECT" };
  const wrong = ["-1", "1000000000", String(truth + 1), `The answer is ${truth}.5`];
  const unread = ["NaN", "a few", "many", `${truth} or ${truth + 1}`];
  return random.next() < 0.5
    ? { response: random.pick(wrong), outcome: "WRONG" }
    : { response: random.pick(unread), outcome: "UNPARSED" };
}

/** For each task with graded scores, a function that makes an answer from the right one. */
const GRADED: Readonly<Record<string, (random: Random, record: PlainRecord) => string>> = {
  AMIC: counts,
  VMIC: counts,
  VAR: indices,
  AVR: indices,
  AVC: caption,
  AVL: boxes,
  AVLG: boxes,
};

export const isGraded = ({ task }: PlainRecord): boolean => task in GRADED;

/** A good, middling, absurd or malformed answer. */
export const gradedAnswer = (random: Random, record: PlainRecord): string =>
  random.next() < 0.05 ? random.pick(EMPTY) : (GRADED[record.task]?.(random, record) ?? "");

function counts(random: Random, { answer }: PlainRecord): string {
  const truth = Object.entries(answer as Record<string, number>);
  const each = (count: (own: number) => unknown): string =>
    JSON.stringify(Object.fromEntries(truth.map(([name, own]) => [name, count(own)])));
  const [first = "dog"] = truth.map(([name]) => name);
  return random.pick([
    each((own) => own),
    `\`\`\`json\n${each((own) => own + 1)}\n\`\`\``,
    `answer=${each((own) => String(own)).replaceAll('"', "'")}`,
    each(() => 1e9),
    JSON.stringify({ unicorn: 2, [first]: 1 }),
    JSON.stringify({ unicorn: 2 }),
    `{"${first}": -1}`,
    `{"${first}": NaN}`,
    `{"${first}": Infinity}`,
    each((own) => own).slice(0, -1),
    `two of ${first}`,
    "{}",
  ]);
}

function indices(random: Random, { answer }: PlainRecord): string {
  const truth = answer as readonly number[];
  const many = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index));
  return random.pick([
    JSON.stringify(truth),
    `I would say ${truth.join(" and ")}.`,
    JSON.stringify([...truth, 3, 7]),
    many,
    "[-1]",
    "[0.5]",
    "[NaN, 1]",
    "[]",
    "the first of them",
    "[[1], [2]]",
    `${JSON.stringify(truth).slice(0, -1)}`,
  ]);
}

function caption(random: Random, { answer, key }: PlainRecord): string {
  const [first = ""] = answer as readonly string[];
  return key === "AVC/0"
    ? "dog ".repeat(250_000)
    : random.pick([first, `${first} and then`, "rain", `${first} ${first}`]);
}

function boxes(random: Random, { answer }: PlainRecord): string {
  const { bbox } = "bbox" in (answer as object) ? (answer as { bbox: object }) : { bbox: answer as object };
  const truth = Object.entries(bbox as Record<string, Box | null>);
  const each = (make: (box: Box) => unknown): string =>
    JSON.stringify(Object.fromEntries(truth.map(([name, box]) => [name, box && make(box)])));
  const share = ([x, y, w, h]: Box) => [x / 1280, y / 720, (x + w) / 1280, (y + h) / 720];
  return random.pick([
    each(share),
    each((box) => share(box).map((edge) => Math.round(edge * 1000))),
    each(([x, y, w, h]) => share([x, y, w / 2, h])),
    each((box) => share(box).toReversed()),
    each((box) => JSON.stringify(share(box))),
    each((box) => share(box).slice(1)),
    `{"${truth[0]?.[0]}": [0, 0, NaN, 1]}`,
    `{"${truth[0]?.[0]}": [0, 0, Infinity, 1]}`,
    `{"${truth[0]?.[0]}": [-1, -1, 0.5, 0.5]}`,
    '{"unicorn": [0, 0, 1, 1]}',
    each(share).slice(0, -2),
    "there is none",
  ]);
}
