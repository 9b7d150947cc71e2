import { describe, expect, it } from "vitest";
import type { RecipeChoices, RecipeProposal } from "../../../src/domain/recipe-proposal.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { proposeHere } from "../../../src/server/workers/propose-files.ts";
import { importerOf } from "../../support/importing.ts";
import { sharedDataset } from "../../support/shared-datasets.ts";

const textFile = (name: string, text: string): ImportFile => ({ name, bytes: new TextEncoder().encode(text) });
const jsonFile = (value: unknown, name = "rows.json"): ImportFile => textFile(name, JSON.stringify(value));

async function propose(files: readonly ImportFile[], choices: RecipeChoices = {}): Promise<RecipeProposal> {
  const proposal = await proposeHere("my-bench", files, choices);
  if (proposal === null) throw new Error("no proposal");
  return proposal;
}

/** The choices that answer each undecided question. */
const asked = ({ undecided }: RecipeProposal): readonly string[] =>
  undecided.map(({ answers }) => [...new Set(answers.map(({ choice }) => choice))].join(" "));

const mapped = ({ mapping }: RecipeProposal): Readonly<Record<string, string>> =>
  Object.fromEntries(mapping.map(({ field, from }) => [field, from]));

/** The import by the proposed recipe, as the readers of an import do it. */
async function imported(files: readonly ImportFile[], { recipe }: RecipeProposal) {
  expect(recipe).not.toBeNull();
  return importerOf("my-bench")([...files, textFile("my-bench.yaml", recipe ?? "")]);
}

const WORDS = ["bell", "horn", "song", "drum"];

/** Rows with four options and an answer for each. */
const rows = (answers: readonly unknown[], more: (index: number) => object = () => ({ type: "Hearing" })) =>
  answers.map((answer, index) => ({
    id: `q${index}`,
    question: `What is heard in part ${index}?`,
    options: WORDS.map((word) => `A ${word} of ${index}`),
    answer,
    ...more(index),
  }));

describe("over real files, the mapping is found", () => {
  const level = { level: "REASONING" } as const;

  it("Daily-Omni: all but the level", async (context) => {
    const files = [sharedDataset(context, "field/daily-omni/qa.json")];
    const proposal = await propose(files);
    expect(asked(proposal)).toEqual(["level"]);
    expect(mapped(proposal)).toMatchObject({
      "question.text": ".Question",
      "question.options": ".Choice",
      "question.answer": ".Answer",
      "question.answerIs": "LABEL",
      "question.task": ".Type",
      "video.key": ".video_id",
      "video.category": ".video_category",
      "video.durationSeconds": ".video_duration",
    });
    expect(proposal).toMatchObject({ recipe: null, questionCount: 1197, videoCount: 684 });
    expect(proposal.unused).toEqual([".content_parent_category", ".content_fine_category", ".Explaination"]);
    const decided = await propose(files, level);
    const batch = await imported(files, decided);
    expect(batch.questions).toHaveLength(1197);
    expect(batch.tasks.map(({ name, level: own, levelSource }) => [name, own, levelSource])).toContainEqual([
      "AV Event Alignment",
      "REASONING",
      "CURATED",
    ]);
    // The prompt of a sample has the question and the options of the import.
    const [sample] = decided.samples;
    const first = batch.questions.find(({ key }) => key === sample?.key);
    expect(first).toBeDefined();
    for (const text of [first?.text ?? "", ...(first?.options ?? [])]) expect(sample?.prompt).toContain(text);
    const key = first?.answer.kind === "option" ? first.answer.position : -1;
    expect(sample?.answer).toContain(first?.options[key]);
  });

  it("MMAU: the answer is a text, the audio has a type; the task and the level are asked", async (context) => {
    const files = [sharedDataset(context, "field/mmau/mmau-test-mini.json")];
    const proposal = await propose(files);
    expect(asked(proposal)).toEqual(["level", "task oneTask"]);
    expect(mapped(proposal)).toMatchObject({
      "question.key": ".id",
      "question.answerIs": "TEXT",
      "question.audioTypes": "[.task] (sound: SOUND, speech: SPEECH, music: MUSIC)",
      "video.key": ".audio_id",
    });
    expect(proposal.warnings).toContainEqual(
      expect.stringMatching(/^The right options are skewed: A is right in 40 %/),
    );
    const batch = await imported(files, await propose(files, { ...level, task: "sub-category" }));
    expect(batch.questions).toHaveLength(1000);
  });

  it("Valor32k-AVQA: columns of options, positions from 0; broken rows and the level are asked", async (context) => {
    const files = [sharedDataset(context, "field/valor32k-avqa-2/processed_test_data.csv.gz")];
    const proposal = await propose(files);
    expect(asked(proposal)).toEqual(["level", "brokenRows"]);
    expect(mapped(proposal)).toMatchObject({
      "question.options": "[.mcq_1, .mcq_2, .mcq_3, .mcq_4]",
      "question.answer": ".correct_mcq",
      "question.answerIs": "POSITION_FROM_0",
      "question.task": ".type",
      "video.key": ".video_id",
      "video.caption": ".caption",
    });
    expect(proposal).toMatchObject({ questionCount: 9028, videoCount: 3474 });
  });

  it("Video-MME, with responses inside: questions within videos, and the response is no part", async (context) => {
    const files = [sharedDataset(context, "field/minicpm-o-4_5/output_videomme_cpp.json")];
    const proposal = await propose(files, level);
    expect(asked(proposal)).toEqual([]);
    expect(mapped(proposal)).toMatchObject({
      "video.key": ".video_id",
      "video.category": "[.domain, .sub_category]",
      "video.durationLabel": ".duration",
      "question.key": ".question_id",
      "question.task": ".task_type",
    });
    expect(proposal.warnings).toContainEqual(expect.stringContaining(".response looks like the output of a model"));
    const batch = await imported(files, proposal);
    expect([batch.videos.length, batch.questions.length, batch.tasks.length]).toEqual([900, 2700, 12]);
    expect(JSON.stringify(batch.questions[0])).not.toContain("response");
  });

  it("StreamingBench: questions within segments", async (context) => {
    const files = [sharedDataset(context, "field/streamingbench/questions_omni.json")];
    const proposal = await propose(files, level);
    expect(asked(proposal)).toEqual([]);
    const batch = await imported(files, proposal);
    expect([batch.videos.length, batch.questions.length, batch.tasks.length]).toEqual([300, 1500, 6]);
  });

  it("TraceAV-Bench: the task stands beside the records, and numbers repeat between files", async (context) => {
    const files = ["a_background_music.json", "av_temporal_sequencing.json"].map((name) =>
      sharedDataset(context, `field/traceav-bench/${name}`),
    );
    const proposal = await propose(files);
    expect(asked(proposal)).toEqual(["level"]);
    expect(mapped(proposal)).toMatchObject({
      "question.key": '"\\($root.task_type)/\\(.question_id)"',
      "question.task": "$root.task_type",
      "question.options": ".options",
      "question.answer": ".correct_options",
      "question.answerIs": "LABEL",
      "video.key": ".video_id",
    });
    const mapping = sharedDataset(context, "field/traceav-bench/video_name_mapping.json");
    await expect(propose([...files, mapping])).rejects.toMatchObject({
      code: "BAD_USER_INPUT",
      path: "video_name_mapping.json",
    });
  });
});

describe("what is uncertain is asked", () => {
  const decided = { level: "UNDERSTANDING" } as const;

  it.each([
    ["numbers that may count from 0 or 1", [1, 2, 1, 3], ["answerIs"], null],
    ["numbers with a 0 count from 0", [1, 2, 0, 3], [], "POSITION_FROM_0"],
    ["numbers with a 4 of 4 count from 1", ["1", "2", "4", "3"], [], "POSITION_FROM_1"],
    ["letters are labels", ["A", "b", "(C)", "D."], [], "LABEL"],
    ["texts are texts", WORDS.map((word, index) => `A ${word} of ${index}`), [], "TEXT"],
  ])("%s", async (_name, answers, questions, naming) => {
    const proposal = await propose([jsonFile(rows(answers))], decided);
    expect(asked(proposal)).toEqual(questions);
    if (naming !== null) expect(mapped(proposal)["question.answerIs"]).toBe(naming);
    else
      expect(proposal.undecided[0]?.answers.map(({ value }) => value)).toEqual(["POSITION_FROM_0", "POSITION_FROM_1"]);
  });

  it("a number that is the text of one option and the position of another", async () => {
    const options = ["2", "3", "1", "4"];
    const proposal = await propose([jsonFile(rows([1, 2, 3, 2]).map((row) => ({ ...row, options })))], decided);
    expect(proposal.undecided[0]?.answers.map(({ value }) => value)).toEqual([
      "TEXT",
      "POSITION_FROM_0",
      "POSITION_FROM_1",
    ]);
    expect(proposal.samples.map(({ answer }) => answer)).toEqual([null, null, null]);
    const text = await propose([jsonFile(rows([1, 2, 3, 2]).map((row) => ({ ...row, options })))], {
      ...decided,
      answerIs: "TEXT",
    });
    expect(text.samples[0]?.answer).toBe("C. 1");
  });

  it("a text of the answer beside its position decides from where it counts", async () => {
    const answers = rows([1, 2, 1, 3], (index) => ({
      type: "T",
      answer_text: `A ${WORDS[[0, 1, 0, 2][index] ?? 0]} of ${index}`,
    }));
    const proposal = await propose([jsonFile(answers)], decided);
    expect([asked(proposal), mapped(proposal)["question.answerIs"]]).toEqual([[], "POSITION_FROM_1"]);
  });

  it("two fields that could be the question, and the option names one", async () => {
    const two = rows(["A", "B", "A", "D"], (index) => ({ type: "T", rephrased: `Which sound has part ${index}?` }));
    const proposal = await propose([jsonFile(two)], decided);
    expect(asked(proposal)).toEqual(["text"]);
    expect(proposal.undecided[0]?.answers.map(({ value }) => value)).toEqual(["question", "rephrased"]);
    const chosen = await propose([jsonFile(two)], { ...decided, text: "rephrased" });
    expect(chosen.samples[0]?.prompt).toMatch(/^Which sound has part 0\?/);
    expect(chosen.unused).toEqual([".question"]);
  });

  it("no task and no level", async () => {
    const file = jsonFile(rows(["A", "B", "A", "D"], () => ({})));
    const proposal = await propose([file]);
    expect(asked(proposal)).toEqual(["level", "oneTask"]);
    const batch = await imported([file], await propose([file], { ...decided, oneTask: "All" }));
    expect(batch.tasks).toMatchObject([{ name: "All", level: "UNDERSTANDING", levelSource: "CURATED" }]);
  });

  it("a field of levels is read, and other words are asked", async () => {
    const own = rows(["A", "B", "A", "D"], (index) => ({ type: "T", level: index < 2 ? "Recognition" : "Reasoning" }));
    const batch = await imported([jsonFile(own)], await propose([jsonFile(own)]));
    expect(batch.questions.map(({ level }) => level)).toEqual(["PERCEPTION", "PERCEPTION", "REASONING", "REASONING"]);
    const other = await propose([jsonFile(own.map((row) => ({ ...row, level: "L1" })))]);
    expect(other.undecided[0]?.because).toContain("The words of 'level' are no levels here: L1.");
  });

  it("an answer without options that is a number or a text, and a list of answers", async () => {
    const table = "question,answer,task\nHow many bells ring here?,3,Count\nHow many horns are heard?,07,Count\n";
    expect(asked(await propose([textFile("rows.csv", table)], decided))).toEqual(["answerFormat"]);
    const several = jsonFile([
      { question: "Which colours are seen?", answers: ["red", "blue"], task: "Seeing" },
      { question: "Which sounds are heard?", answers: ["bell"], task: "Seeing" },
    ]);
    expect(asked(await propose([several], decided))).toEqual(["answersAre"]);
    const any = await imported([several], await propose([several], { ...decided, answersAre: "ANY_ONE" }));
    expect(any.questions[0]?.answer).toEqual({ kind: "text", text: "red", also: ["blue"] });
    const all = await imported([several], await propose([several], { ...decided, answersAre: "ALL" }));
    expect(all.questions[0]?.answer).toEqual({ kind: "text", text: "red; blue" });
  });

  it("refuses a field that is not there, and a value that is not allowed", async () => {
    const file = jsonFile(rows(["A", "B", "A", "D"]));
    await expect(propose([file], { text: "nope" })).rejects.toThrow("--text-field: the records have no field 'nope'.");
    await expect(propose([file], { level: "HARD" })).rejects.toThrow("--level must be one of PERCEPTION");
  });
});

describe("the forms of options", () => {
  const decided = { level: "UNDERSTANDING" } as const;
  const head = "question,task,answer";
  it.each([
    ["A, B, C", `${head},A,B,C\nWhat is heard here?,T,B,bell,horn,song\n`],
    ["option_1 ...", `${head},option_1,option_2,option_3\nWhat is heard here?,T,B,bell,horn,song\n`],
    ["choiceA ...", `${head},choiceA,choiceB,choiceC\nWhat is heard here?,T,B,bell,horn,song\n`],
    ["mcq_0 ...", `${head},mcq_0,mcq_1,mcq_2\nWhat is heard here?,T,B,bell,horn,song\n`],
    ["a JSON list in a cell", `${head},options\nWhat is heard here?,T,B,"[""bell"", ""horn"", ""song""]"\n`],
    ["a Python list in a cell", `${head},choices\nWhat is heard here?,T,B,"['bell', 'horn', 'song']"\n`],
    ["lines in a cell", `${head},choices\nWhat is heard here?,T,B,"A. bell\nB. horn\nC. song"\n`],
    ["labels in a cell", `${head},choices\nWhat is heard here?,T,B,(A) bell (B) horn (C) song\n`],
    ["semicolons in a cell", `${head},choices\nWhat is heard here?,T,B,bell; horn; song\n`],
  ])("%s", async (_name, table) => {
    const files = [textFile("rows.csv", table)];
    const batch = await imported(files, await propose(files, decided));
    expect(batch.questions[0]).toMatchObject({ options: ["bell", "horn", "song"], answer: { position: 1 } });
  });

  it.each([
    ["an object by label", { A: "bell", B: "horn", C: "song" }],
    [
      "objects with a text",
      [
        { label: "A", text: "bell" },
        { label: "B", text: "horn" },
        { label: "C", text: "song" },
      ],
    ],
  ])("%s, in an object of records", async (_name, options) => {
    const record = { question: "What is heard here?", task: "T", answer: "B", options };
    const files = [jsonFile({ first: record, second: { ...record, question: "And what is heard there?" } })];
    const batch = await imported(files, await propose(files, decided));
    expect(batch.questions.map(({ key }) => key)).toEqual(["first", "second"]);
    expect(batch.questions[0]).toMatchObject({ options: ["bell", "horn", "song"], answer: { position: 1 } });
  });

  it("several labels in one text, in JSON Lines", async () => {
    const lines = rows(["A, C", "B", "A,D", "C"]).map((row) => JSON.stringify(row));
    const files = [textFile("rows.jsonl", lines.join("\n"))];
    const batch = await imported(files, await propose(files, decided));
    expect(batch.questions.map(({ answerFormat }) => answerFormat)).toEqual([
      "MULTIPLE_SELECT",
      "MULTIPLE_CHOICE",
      "MULTIPLE_SELECT",
      "MULTIPLE_CHOICE",
    ]);
  });
});

describe("several lists in the outermost object", () => {
  const decided = { level: "UNDERSTANDING" } as const;
  const list = (name: string, count: number, more: object = { type: "T" }) =>
    rows(["A", "B", "C"].slice(0, count), (index) => ({ id: `${name}-${index}`, ...more }));

  it("are all read, as parts of the benchmark", async () => {
    const files = [jsonFile({ version: 1, train: list("train", 3), test: list("test", 2) })];
    const proposal = await propose(files, decided);
    expect(asked(proposal)).toEqual([]);
    expect(mapped(proposal)["question.subset"]).toBe(".part");
    const { questions } = await imported(files, proposal);
    expect(questions.map(({ subset }) => subset)).toEqual(["train", "train", "train", "test", "test"]);
  });

  it("are the videos where they are called so", async () => {
    const names = Array.from({ length: 10 }, (_, index) => `vid${index}`);
    const files = [jsonFile(Object.fromEntries(names.map((name) => [name, list(name, 3)])))];
    const proposal = await propose(files, decided);
    expect(mapped(proposal)["video.key"]).toBe(".video_id");
    const { questions, videos } = await imported(files, proposal);
    expect(questions).toHaveLength(30);
    expect(videos.map(({ key }) => key)).toEqual(names);
  });

  it("are offered as the tasks, and a field of the records keeps its name", async () => {
    const files = [jsonFile({ action: list("action", 3, {}), order: list("order", 3, {}) })];
    const proposal = await propose(files, decided);
    expect(proposal.undecided[0]?.answers.map(({ value }) => value)).toEqual(["part", "Questions"]);
    const { tasks, questions } = await imported(files, await propose(files, { ...decided, task: "part" }));
    expect([tasks.map(({ name }) => name), questions.length]).toEqual([["action", "order"], 6]);
    const own = [jsonFile({ a: list("a", 3, { type: "T", part: "P" }), b: list("b", 3, { type: "T", part: "Q" }) })];
    const kept = await propose(own, decided);
    expect(mapped(kept)["question.subset"]).toBe(".part");
    expect(kept.unused).toEqual([".list_name"]);
    expect((await imported(own, kept)).questions.map(({ subset }) => subset)).toEqual([..."PPPQQQ"]);
  });

  it("without questions are named, with their number", async () => {
    const lists = { videos: [{ seconds: 3 }, { seconds: 4 }], notes: ["x"], none: [] };
    const one = [jsonFile({ ...lists, questions: list("q", 3) })];
    const unread = ["$root.videos", "$root.notes"];
    const warnings = [
      "$root.videos has no questions and is not read: 2 elements.",
      "$root.notes has no questions and is not read: 1 element.",
    ];
    expect(await propose(one, decided)).toMatchObject({ unused: unread, warnings, questionCount: 3 });
    const two = [jsonFile({ ...lists, train: list("train", 3), test: list("test", 3) })];
    const proposal = await propose(two, decided);
    const again = expect.stringMatching(/^3 questions come again with the same text/);
    expect(proposal).toMatchObject({ unused: unread, warnings: [...warnings, again], questionCount: 6 });
    expect((await imported(two, proposal)).questions).toHaveLength(6);
  });

  it("with an element that is no question are not passed over", async () => {
    const lost = (train: readonly unknown[]) =>
      propose([jsonFile({ train: [...list("train", 3), ...train], test: list("test", 2) })], decided);
    await expect(lost(["lost"])).rejects.toMatchObject({ code: "BAD_USER_INPUT" });
    expect((await lost([null])).warnings).toContainEqual(
      expect.stringMatching(/cannot be read so, and nothing can be imported:$/),
    );
  });

  it("a list beside the questions of a record is unused", async () => {
    const record = (name: string) => ({
      video_id: name,
      questions: list(name, 3),
      more: list(`${name}-more`, 2),
      shots: [{ at: 1 }],
    });
    const proposal = await propose([jsonFile([record("v1"), record("v2")])], decided);
    expect(proposal.unused).toEqual(["$record.more", "$record.shots"]);
    expect(proposal.warnings).toContain("$record.more has questions, too, and is not read: 4 elements.");
    expect(proposal.questionCount).toBe(6);
  });
});

describe("what looks wrong is said", () => {
  const warnings = async (own: readonly object[]) => (await propose([jsonFile(own)], { level: "REASONING" })).warnings;
  const letters = (index: number): string => "ABCD"[index % 4] ?? "";
  const many = (count: number, answer: (index: number) => string) =>
    rows(Array.from({ length: count }, (_, index) => answer(index)));

  it("nothing, where answers are even", async () => {
    expect(await warnings(many(80, letters))).toEqual([]);
  });

  it("every right option is the same", async () => {
    expect(await warnings(many(40, () => "C"))).toEqual(["Every right answer is option C."]);
  });

  it("skewed positions, with the rule", async () => {
    const [line, ...others] = await warnings(many(200, (index) => (index % 2 === 0 ? "A" : letters(index))));
    expect(line).toBe(
      "The right options are skewed: A is right in 50 % where 25 % would be chance; C is right in 0 % where 25 % would be chance. (Reported if a share is more than 5 % of the questions and 4 standard errors from that of a draw among the options.)",
    );
    expect(others).toEqual([]);
  });

  it("equal options, and a question that comes again", async () => {
    const own = many(8, letters).map((row, index) =>
      index === 0
        ? { ...row, options: ["x", "x", "y", "z"] }
        : index > 5
          ? { ...row, question: "What is heard again?" }
          : row,
    );
    expect(await warnings(own)).toEqual([
      "1 question has equal options: q0",
      "1 question comes again with the same text: q7",
    ]);
  });

  it("an answer that is no option, with its place; the others are read", async () => {
    const proposal = await propose([jsonFile(many(8, (index) => (index === 3 ? "E" : letters(index))))], {
      level: "REASONING",
    });
    expect(proposal.questionCount).toBe(7);
    expect(proposal.warnings).toEqual([
      "1 answer of 8 in 'answer' is no option.",
      "1 record cannot be read so, and nothing can be imported:",
      'rows.json: $[3].answer: Expected a label from A to D, found the string "E".',
    ]);
  });

  it("a key that repeats is not taken", async () => {
    const proposal = await propose([jsonFile(many(8, letters).map((row) => ({ ...row, id: 1, video: "v" })))], {
      level: "REASONING",
    });
    expect(proposal.warnings).toEqual(["'id' repeats, so a question's key is that of the video and a number."]);
    expect(proposal.samples[0]?.key).toBe("v/0");
  });
});

it("files of results and files without questions are refused", async () => {
  const results = textFile("results.jsonl", '{"question":"video_0001/0","response":"A"}\n');
  await expect(propose([results])).rejects.toMatchObject({
    found: "what looks like a result file; 'omnidex submit' takes those",
  });
  await expect(propose([textFile("videos.csv", "video,seconds\nv1,30\nv2,20\n")])).rejects.toMatchObject({
    code: "BAD_USER_INPUT",
    expected: "records with the text of a question (--text-field names the field)",
    found: "the fields video, seconds",
  });
});
