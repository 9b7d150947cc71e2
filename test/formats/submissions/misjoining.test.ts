import { describe, expect, it } from "vitest";
import type { JoinQuestion, JoinRelease } from "../../../src/formats/join/found-question.ts";
import { textFile } from "../../fixtures/file-writing.ts";
import { fastGrowth } from "../../support/counted-growth.ts";
import { join, question } from "./joined.ts";

// The rows in these tests would be scored against a wrong question, or with the labels of other options, if they were
// accepted.
const release = (...questions: readonly JoinQuestion[]): JoinRelease => ({ benchmark: "bench", questions });
const joined = (rows: readonly object[], over: JoinRelease) =>
  join([textFile("r.jsonl", rows.map((row) => `${JSON.stringify(row)}\n`).join(""))], over);

describe("options that begin with a letter but have no labels", () => {
  const keys = release(question(0, { options: ["B flat", "A minor", "D major", "C sharp"] }));

  it.each([
    ["a column each", { A: "B flat", B: "A minor", C: "D major", D: "C sharp" }, "C", "C"],
    ["a column each, in another order", { A: "A minor", B: "B flat", C: "D major", D: "C sharp" }, "A", "B"],
    ["a list", { candidates: "['B flat', 'A minor', 'D major', 'C sharp']" }, "C", "C"],
    ["a labelled list", { candidates: "['A. B flat', 'B. A minor', 'C. D major', 'D. C sharp']" }, "C", "C"],
    ["a list in another order", { candidates: "['C sharp', 'B flat', 'A minor', 'D major']" }, "A", "D"],
  ])("%s: the places of the options count", async (_name, options, prediction, response) => {
    const row = { index: 0, video: "v0", question: "What is number 0?", prediction, ...options };
    const { report, responses } = await joined([row], keys);
    expect(report.problems).toEqual([]);
    expect(responses.get("v0/0")).toBe(response);
  });

  it("are read from an Inspect log in their own order", async () => {
    const [asked] = keys.questions;
    const sample = { id: "v0/0", epoch: 1, input: asked?.text, choices: asked?.options, output: { completion: "B" } };
    expect((await joined([sample], keys)).responses.get("v0/0")).toBe("B");
  });
});

describe("a prompt with the options in another order", () => {
  const bench = release(question(0), question(1));
  const row = (prompt: string, response: string) => ({ doc_id: 0, filtered_resps: [response], input: prompt });

  it.each([
    ["on lines", "What is number 0?\nA. birds\nB. a cat\nC. two dogs\nAnswer with the letter."],
    ["in brackets", "What is number 0?\n(A) birds\n(B) a cat\n(C) two dogs"],
    ["with one more line between", "What is number 0?\n\nA) birds\n\nB) a cat\n\nC) two dogs\n"],
  ])("%s, is recognised, and a lone label becomes the question's own label", async (_name, prompt) => {
    const { report, responses } = await joined([row(prompt, "A")], bench);
    expect(responses.get("v0/0")).toBe("C");
    expect(report.notes[0]).toMatch(/^1 row with options in another order/);
  });

  it("is refused if the answer is more than a label", async () => {
    const { report } = await joined(
      [row("What is number 0?\nA. birds\nB. a cat\nC. two dogs", "It is A, not B.")],
      bench,
    );
    expect(report.problems[0]?.reason).toMatch(/^The model saw the options of v0\/0 in another order/);
  });

  it("is not assumed only because the words of an option also occur elsewhere", async () => {
    const prompt = "Subtitles:\nB. birds\nWhat is number 0?\nA. a cat\nB. two dogs\nC. birds\n";
    const { responses } = await joined([row(prompt, "B")], bench);
    expect(responses.get("v0/0")).toBe("B");
  });
});

describe("a prompt that contains the texts of two questions", () => {
  const long = question(1, { text: "At the end, what is number 0?" });
  const bench = release(question(0, { text: "what is number 0?", video: null }), { ...long, video: null }, question(2));

  it("belongs to the question whose text is a whole line", async () => {
    const input = "At the end, what is number 0?\nA. a cat\nB. two dogs\nC. birds\n";
    const { responses } = await joined([{ doc_id: 0, filtered_resps: ["B"], input }], bench);
    expect([...responses.keys()]).toEqual(["v1/0"]);
  });
});

describe("options that are contained in the options of another question", () => {
  const alike = { text: "What is seen?", video: null };
  const bench = release(
    question(0, { ...alike, options: ["a cat", "a dog"] }),
    question(1, { ...alike, options: ["a cat and a mouse", "a dog and a bone"] }),
    question(2, { ...alike, options: ["a cat and a mouse at night", "a dog and a bone"] }),
  );

  it("are not confused in a part of the benchmark that is numbered from 0 again", async () => {
    const rows = [1, 2].map((ordinal, doc_id) => {
      const [first, second] = bench.questions[ordinal]?.options ?? [];
      return { doc_id, filtered_resps: ["B"], input: `What is seen?\nA. ${first}\nB. ${second}\n` };
    });
    const { report, responses } = await joined(rows, bench);
    expect(report.problems).toEqual([]);
    expect([...responses.keys()]).toEqual(["v1/0", "v2/0"]);
  });
});

it("the same question about many videos is joined without comparing every row with every question", async () => {
  const same = { text: "What happens?", video: null };
  const input = "What happens?\nA. a cat\nB. two dogs\nC. birds";
  const load = async () => {
    const { join } = await import("./joined.ts");
    return async (count: number): Promise<void> => {
      const bench = release(...Array.from({ length: count }, (_, ordinal) => question(ordinal, same)));
      const rows = bench.questions.map(({ ordinal }) => ({ doc_id: ordinal, filtered_resps: "A", input }));
      const { responses } = await join([textFile("r.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"))], bench);
      expect([...responses.keys()]).toEqual(bench.questions.map(({ key }) => key));
    };
  };
  expect(await fastGrowth(load, [250, 1_000])).toEqual([]);
});

describe("positions of a part that is numbered from 0 again", () => {
  const of = (ordinal: number, video: string) => question(ordinal, { video, key: `${video}/${ordinal}` });
  const bench = release(of(0, "a"), of(1, "a"), of(2, "b"), of(3, "c"));
  const row = (doc_id: number, video_id: string, answer: string) => ({
    doc_id,
    filtered_resps: [answer],
    mmworld_accuracy: { video_id, pred_answer: answer },
  });

  it("are refused for all rows, even those before the first row that contradicts its question", async () => {
    // The first question was filtered out: row 0 is really question 1, of the same video.
    const { report, responses } = await joined([row(0, "a", "A"), row(1, "b", "B"), row(2, "c", "C")], bench);
    expect([...responses]).toEqual([]);
    expect(report.problemCount).toBe(3);
  });

  it("do not count as complete if a row repeats a question without a prediction", async () => {
    const rows = [0, 1, 1, 1].map((doc_id, index) => ({ doc_id, filtered_resps: index === 0 ? "A" : null }));
    const { report, responses } = await joined(rows, bench);
    expect([...responses]).toEqual([]);
    expect(report.problemCount).toBeGreaterThan(0);
  });
});

describe("MMWorld's EvalAI form with one row too many", () => {
  it("is refused for that video, because the extra row cannot be identified", async () => {
    const bench = release(question(0, { video: "a" }), question(1, { video: "a" }), question(2, { video: "b" }));
    const rows = ["a", "a", "a", "b"].map((video_id) => ({ video_id, model_answer: "A" }));
    const { report, responses } = await joined(rows, bench);
    expect([...responses.keys()]).toEqual(["v2/0"]);
    expect(report.problemCount).toBe(3);
  });
});

describe("a run that was exported as lmms-eval rows", () => {
  it("is joined by the key in its rows, even if the model did not see the options", async () => {
    const same = { text: "Describe it.", video: null };
    const bench = release(question(0, same), question(1, same), question(2));
    const row = { doc_id: 1, filtered_resps: "a cat", input: "Describe it." };
    const metric = { question_id: 1, question_key: "v1/0", pred_answer: "" };
    const { report, responses } = await joined([{ ...row, omnidex_score: metric }], bench);
    expect(report.problems).toEqual([]);
    expect([...responses]).toEqual([["v1/0", "a cat"]]);
  });
});
