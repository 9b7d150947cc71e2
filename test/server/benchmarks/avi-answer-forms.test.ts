import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { Random } from "../../fixtures/random.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { fakeModels } from "../captions/fake-models.ts";
import { generateAviRun } from "./generated-avi-run.ts";
import { plainRecords } from "./plain-avi-bench.ts";
import { fullMatch, plainLevels, setMatch } from "./plain-avi-rules.ts";
import { plainTaskScore } from "./plain-avi-tasks.ts";

/** Questions of each task, as many as the paper's cross-checks use. */
const EACH = 60;
const TASKS = "AMIC VMIC AVL AVM VAR AVR AVC AVH VAH AVQA AVLG ASQA VSQA AVSQA".split(" ");

const YES_NO = ["yes", "no", "not sure"];
const COLOURS = ["red", "blue", "white", "black", "gray", "green", "no availabel option", "not sure"];
/** The lists that the official code defines, for the names that its data use. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  options_sound_volume: ["first", "last", "same", "not sure"],
  "get_from_3d-task1": ["center", "left", "right", "not sure"],
  what_surface: ["Rough", "Moderate", "Smooth", "None", "not sure"],
  avqa_options_list_is: YES_NO,
  avsqa_options_list_color: COLOURS,
  avm_options_list: YES_NO,
  avh_options_list: YES_NO,
  vah_options_list: YES_NO,
};
const NAMES: Readonly<Record<string, readonly string[]>> = {
  ASQA: ["options_sound_volume"],
  VSQA_I: ["get_from_3d-task1"],
  VSQA_V: ["what_surface"],
  AVQA: ["avqa_options_list_is"],
  AVSQA: ["avsqa_options_list_color"],
  AVM: ["avm_options_list"],
  AVH: ["avh_options_list"],
  VAH: ["vah_options_list"],
};

interface TextQuestion {
  readonly key: string;
  readonly task: string;
  readonly options: readonly string[];
  readonly label: string;
}

/** The options that an answer names, and each form in which models give them. */
const FORMS: Readonly<Record<string, (picked: readonly string[], options: readonly string[]) => string>> = {
  word: (picked) => picked.join("; "),
  sentence: (picked) => `I looked and listened closely: the answer is ${picked.join(" and ")}.`,
  letter: (picked, options) => picked.map((option) => "ABCDEFGH".charAt(options.indexOf(option))).join(", "),
  set: (picked) => `#${picked.toReversed().join(";")}#`,
};

const random = new Random(35);
const texts: TextQuestion[] = [];
const files = officialFiles();
const records = plainRecords(files);
const others = generateAviRun(
  records.filter(({ task }) => !texts.some((question) => question.task === task)),
  35,
);

/** Sixty records of each task. Those with answers in words name a list of the official code. */
function officialFiles(): readonly ImportFile[] {
  return aviBenchFiles().map((file) => {
    const folder = /\/(\w+)\/data\.json$/.exec(file.name)?.[1] ?? "";
    const all = JSON.parse(new TextDecoder().decode(file.bytes)) as Record<string, Record<string, unknown>>[];
    const kept = all.slice(0, folder.startsWith("VSQA") ? EACH / 2 : EACH);
    const name = NAMES[folder]?.[0];
    if (name !== undefined) for (const [place, record] of kept.entries()) nameOptions(record, folder, name, place);
    return jsonFile(file.name, kept);
  });
}

function nameOptions(record: Record<string, Record<string, unknown>>, folder: string, name: string, place: number) {
  const options = LISTS[name] ?? [];
  const task = folder.replace(/_[IV]$/, "");
  // A third of the answers of AVSQA are pairs. A third of those of AVQA are numbers, without options.
  const third = place % 3 === 0;
  const pair = task === "AVSQA" && third ? [random.pick(COLOURS.slice(0, 3)), random.pick(COLOURS.slice(3, 6))] : null;
  const isNumber = task === "AVQA" && third;
  const label = isNumber ? String(place % 7) : (pair?.join(";") ?? random.pick(options));
  const { input = {}, output = {} } = record;
  input.pre_question = null;
  output.pre_answer = null;
  (input.question as Record<string, unknown>).options = isNumber ? null : name;
  output.question_answer = label;
  const position = place + (folder === "VSQA_V" ? EACH / 2 : 0);
  texts.push({ key: `${task}/${position}`, task, options: isNumber ? [] : options, label });
}

/** The options that a model picks: wrong ones in every second to fifth answer, by task. */
function picks({ task, label, options }: TextQuestion, place: number): readonly string[] {
  if (place % (2 + (TASKS.indexOf(task) % 4)) !== 1) return label.split(";");
  return [options.find((option) => !label.split(";").includes(option)) ?? "99"];
}

/** The official score of a prediction. */
const official = (prediction: string, { task, label, options }: TextQuestion): 0 | 1 =>
  task === "AVSQA" ? setMatch(prediction, label) : fullMatch(prediction, label, options);

/**
 * What the official script's language model makes of a prediction: the picked options, or the number, alone. It does not
 * refine the tasks whose questions are answered with yes or no.
 */
const refined = (question: TextQuestion, place: number, prediction: string): string =>
  /^(AVM|AVH|VAH)$/.test(question.task) ? prediction : picks(question, place).join(";");

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(Object.keys(FORMS))("AVI-Bench's answers as a model writes them: %s", (form) => {
  const write = FORMS[form] ?? FORMS.word;
  const responses = texts.map((question, place) =>
    question.options.length === 0
      ? picks(question, place).join("")
      : (write?.(picks(question, place), question.options) ?? ""),
  );
  let server: TestServer;
  let run: Run;

  beforeAll(async () => {
    server = await createTestServer(fakeModels().models);
    await importFiles(server.database, "avi-bench", files);
    run = await submit(server, [
      ...texts.map(({ key }, place) => ({ question: key, response: responses[place] ?? "" })),
      ...others.map(({ row }) => row),
    ]);
  });
  afterAll(() => server.close());

  it("are read by the official extractor as the official script reads them unrefined", () => {
    const expected = TASKS.filter((task) => texts.some((question) => question.task === task)).map((task) => {
      const scores = texts.flatMap((own, place) => (own.task === task ? official(responses[place] ?? "", own) : []));
      return [task.toLowerCase(), mean(scores)];
    });
    expect(run.audits).toEqual(expected.map(([task, value]) => [task, expect.closeTo(Number(value), 12)]));
  });

  it("are ranked by their complete overall score among the paper's models", async () => {
    const { leaderboard } = await server.data<{ leaderboard: { nodes: RankedEntry[] } }>(
      `{ leaderboard(benchmark: "avi-bench", first: 100) { nodes { __typename rank value
          ... on RankedRun { taskMean { valueStrict partial missing } } } } }`,
    );
    const { nodes } = leaderboard;
    const own = nodes.find(({ __typename }) => __typename === "RankedRun");
    expect(nodes).toHaveLength(29);
    expect(own?.taskMean).toEqual({ valueStrict: run.levels.overall, partial: false, missing: [] });
    expect(own?.rank).toBe(1 + nodes.filter(({ value }) => value > (own?.value ?? 2)).length);
    expect(nodes.map(({ value }) => value)).toEqual(nodes.map(({ value }) => value).sort((a, b) => b - a));
  });

  it("have the official task scores, stages and levels of the refined predictions", () => {
    const byKey = new Map(others.map((prediction) => [prediction.row.question, prediction]));
    const captions = run.taskScores.find(({ task }) => task.slug === "avc")?.valueStrict ?? Number.NaN;
    const expected = Object.fromEntries(
      TASKS.map((task) => {
        const own = texts.flatMap((question, place) =>
          question.task === task ? official(refined(question, place, responses[place] ?? ""), question) : [],
        );
        if (task === "AVC") return [task, captions];
        return [task, own.length > 0 ? mean(own) : (plainTaskScore(task, records, byKey).strict ?? Number.NaN)];
      }),
    );
    const found = Object.fromEntries(
      run.taskScores.map(({ task, valueStrict }) => [task.slug.toUpperCase(), valueStrict]),
    );
    for (const task of TASKS)
      expect([task, found[task]]).toEqual([task, expect.closeTo(expected[task] ?? Number.NaN, 9)]);
    const { stages, overall, levels } = plainLevels(expected);
    const { taskAdaptive, modalityAdaptive, stageAdaptive, domainAdaptive } = run.levels;
    const computed = [
      ...run.levels.stages.map(({ value }) => value),
      ...[run.levels.overall, taskAdaptive, modalityAdaptive, stageAdaptive, domainAdaptive],
    ];
    // The taxonomy has the chances of Table 15 as fractions of four digits.
    expect(computed).toEqual([...stages, overall, ...levels].map((value) => expect.closeTo(value / 100, 6)));
  });
});

interface RankedEntry {
  readonly __typename: string;
  readonly rank: number;
  readonly value: number;
  readonly taskMean?: object;
}

interface Run {
  /** The score of each task with answers in words, as the official extractor reads them. */
  readonly audits: readonly (readonly [task: string, value: number])[];
  readonly taskScores: readonly { readonly task: { readonly slug: string }; readonly valueStrict: number }[];
  readonly levels: Readonly<
    Record<"overall" | "taskAdaptive" | "modalityAdaptive" | "stageAdaptive" | "domainAdaptive", number>
  > & {
    readonly stages: readonly { readonly value: number }[];
  };
}

async function submit(server: TestServer, predictions: readonly object[]): Promise<Run> {
  const inWords = TASKS.filter((task) => texts.some((question) => question.task === task)).map((task) =>
    task.toLowerCase(),
  );
  const audits = inWords.map(
    (task) => `${task}: audit(extractor: "avi-bench", filter: { tasks: ["${task}"] }) { score { value } }`,
  );
  const { submitRun } = await server.data<{
    submitRun: { run: Pick<Run, "taskScores" | "levels"> & Record<string, { score: { value: number } }> };
  }>(
    `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { ${audits.join(" ")}
       taskScores { task { slug } valueStrict }
       levels { overall taskAdaptive modalityAdaptive stageAdaptive domainAdaptive stages { value } } } } }`,
    {
      input: {
        benchmark: "avi-bench",
        model: { name: "m" },
        inputs: ["VIDEO", "AUDIO"],
        idempotencyKey: "forms",
        predictions,
      },
    },
  );
  const { run } = submitRun;
  return { ...run, audits: inWords.map((task) => [task, run[task]?.score.value ?? Number.NaN]) };
}
