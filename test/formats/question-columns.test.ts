import { expect, it } from "vitest";
import type { ExportedQuestion } from "../../src/domain/exported-question.ts";
import type { ExportedRelease } from "../../src/domain/exported-release.ts";
import { byStatistic } from "../../src/domain/item-statistics.ts";
import { byFlag } from "../../src/domain/question-flags.ts";
import { byNumber } from "../../src/domain/question-numbers.ts";
import { QUESTION_COLUMNS } from "../../src/formats/questions/question-columns.ts";
import { type QuestionRecord, questionRecord } from "../../src/formats/questions/question-record.ts";

const QUESTION: ExportedQuestion = {
  ...byFlag(() => true),
  ...byNumber(() => 1),
  release: 1,
  id: 2,
  key: "v/0",
  ordinal: 3,
  text: "Which one?",
  options: ["this", "that"],
  answerFormat: "MULTIPLE_CHOICE",
  answer: { kind: "option", position: 1, text: "that" },
  answerAccess: "VISIBLE",
  task: { slug: "task", name: "Task", dominance: "AUDIO", levelSource: "CURATED" },
  level: "REASONING",
  audioTypes: [{ type: "MUSIC", nativeLabel: "Music" }],
  category: { slug: "category", name: "Category" },
  video: { key: "v", durationSeconds: 90, durationLabel: "1-2min", url: "url", subset: "dev", caption: "A film." },
  media: [{ kind: "VIDEO", path: "v.mp4" }],
  group: "g1",
  subset: "test",
  reasoningSteps: [{ modality: "AUDIO", evidence: "A drum.", inference: "Music." }],
  stepModalities: "AUDIO",
  native: { field: "value" },
};
const RELEASE = { benchmark: "bench", version: 1, contentHash: "hash", license: "MIT" } as ExportedRelease;
const RECORD: QuestionRecord = questionRecord(QUESTION, RELEASE, { snapshot: "snapshot_1", ...byStatistic(() => 0.5) });

/** The paths of all plain values in an object. */
function leaves(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, each]) => leaves(each, [...path, name]));
}

/** A copy with another value at a path. */
function changed(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return "changed";
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  return Object.assign(copy, { [name]: changed(Reflect.get(value as object, name), rest) });
}

const cells = (record: QuestionRecord): readonly string[] =>
  QUESTION_COLUMNS.map(({ value }) => JSON.stringify(value(record)));

it("the columns hold every field of a record except the labels of options and the subset of the video", () => {
  const all = cells(RECORD);
  const leftOut = leaves(RECORD).filter((path) => {
    const others = cells(changed(RECORD, path) as QuestionRecord);
    return others.every((cell, index) => cell === all[index]);
  });
  // The label of an option follows from its position.
  expect(leftOut.map((path) => path.join("."))).toEqual(["options.0.label", "options.1.label", "video.subset"]);
});

it("each column changes with its field, and with no other", () => {
  const all = cells(RECORD);
  for (const [index, { name, field }] of QUESTION_COLUMNS.entries()) {
    const fields = leaves(RECORD).filter(
      (path) => cells(changed(RECORD, path) as QuestionRecord)[index] !== all[index],
    );
    expect([...new Set(fields.map(([first]) => first))], name).toEqual([field]);
  }
});
