import type { ImportFile } from "../../../src/formats/files/importer.ts";

/** A record of AVI-Bench's files, read without any code of Omnidex. */
export interface PlainRecord {
  readonly key: string;
  readonly task: string;
  /** The key of a video, from its task and its file's name; null if there is no video. */
  readonly video: string | null;
  readonly options: readonly string[];
  readonly check: { readonly question: string; readonly answer: string } | null;
  readonly answer: unknown;
}

interface RawRecord {
  readonly input: {
    readonly pre_question: string | null;
    readonly question: { readonly options: unknown };
    readonly video: string | null;
  };
  readonly output: { readonly pre_answer: string | null; readonly question_answer: unknown };
}

/** The order of the paper's tasks. */
const TASKS = "AMIC VMIC AVL AVM VAR AVR AVC AVH VAH AVQA AVLG ASQA VSQA AVSQA".split(" ");

/** All records, task by task, VSQA's pictures before its videos. */
export function plainRecords(files: readonly ImportFile[]): readonly PlainRecord[] {
  return TASKS.flatMap((task) => {
    const folders = files.filter(({ name }) => new RegExp(`/${task}(_[IV])?/data`).test(name));
    const sorted = folders.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const records = sorted.flatMap((file) => JSON.parse(new TextDecoder().decode(file.bytes)) as RawRecord[]);
    return records.map((record, position) => plainRecord(task, position, record));
  });
}

function plainRecord(task: string, position: number, { input, output }: RawRecord): PlainRecord {
  const { pre_question: question, video } = input;
  const check = question === null || output.pre_answer === null ? null : { question, answer: output.pre_answer };
  return {
    key: `${task}/${position}`,
    task,
    video: video === null ? null : `${task}/${video}`,
    options: Array.isArray(input.question.options) ? (input.question.options as string[]) : [],
    check,
    answer: output.question_answer,
  };
}

/** The mean of scores, and its standard error clustered by video. A question without a video is a cluster of its own. */
export function plainMean(scores: readonly { readonly video: string | null; readonly score: number }[]) {
  const n = scores.length;
  const value = scores.reduce((sum, { score }) => sum + score, 0) / n;
  const clusters = new Map<string, number>();
  for (const [index, { video, score }] of scores.entries()) {
    const name = video ?? `alone ${index}`;
    clusters.set(name, (clusters.get(name) ?? 0) + score - value);
  }
  const squares = [...clusters.values()].reduce((sum, residual) => sum + residual * residual, 0);
  return { n, value, standardError: Math.sqrt((clusters.size / (clusters.size - 1)) * squares) / n };
}

/** The same files without the size of every tenth picture of AVL and AVLG. AVI-Bench's older files lack sizes, too. */
export const withoutSomeSizes = (files: readonly ImportFile[]): readonly ImportFile[] =>
  files.map((file) => {
    if (!/\/(AVL|AVLG)\//.test(file.name)) return file;
    const records = JSON.parse(new TextDecoder().decode(file.bytes)) as { output: { question_answer: object } }[];
    for (const { output } of records.filter((_, index) => index % 10 === 3)) {
      output.question_answer = (output.question_answer as { bbox: object }).bbox;
    }
    return { ...file, bytes: new TextEncoder().encode(JSON.stringify(records)) };
  });
