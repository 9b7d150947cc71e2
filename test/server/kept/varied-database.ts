import { vi } from "vitest";
import { importFiles } from "../../support/admin-imports.ts";
import { type SeededPlace, seededPlace } from "../../support/seeded-database.ts";
import { confirmedFiles, confirming } from "../confirmation-runs.ts";
import { answering, type FakeJudge, startFakeJudge } from "../judging/fake-judge.ts";
import { scored, submit } from "../judging/judged-runs.ts";
import { importQuestions, type JudgedServer, startJudgedServer } from "../judging/judged-server.ts";

/** A database with a run of every kind. */
export interface VariedDatabase {
  readonly server: JudgedServer;
  readonly base: SeededPlace;
  close(): Promise<void>;
}

/**
 * The initial data, and runs of every kind: submitted at once, submitted in pieces, with confirmations, with graded
 * scores, read by a judge, waiting for a judge, open, withdrawn, rescored and corrected.
 */
export async function variedDatabase(): Promise<VariedDatabase> {
  const base = await seededPlace();
  const judge = await startFakeJudge(({ response }) => (response === "later" ? "(never)" : answering("B")));
  const server = await startJudgedServer(base, { judge: judge.url });
  await fill(server, judge);
  const close = async (): Promise<void> => {
    await server.close();
    await judge.close();
    await base.drop();
  };
  return { server, base, close };
}

async function fill(server: JudgedServer, judge: FakeJudge): Promise<void> {
  await importQuestions(server);
  const judged = await submit(server, { c0: "Like the sky.", c1: "B", c2: "C", o0: "a dark blue", c3: "" });
  await scored(server, judged.id);
  await submit(server, { c4: "later" });
  const plain = await submit(server, { c0: "A", c1: "B", c5: "no idea" }, { judge: false });
  await inPieces(server, true);
  await inPieces(server, false);
  const corrected = { benchmark: "lamps", corrections: [{ question: "c1", answer: "C" }], reason: "r", author: "a" };
  await change(server, "correctAnswers", corrected, "rescored");
  await vi.waitFor(async () => {
    if (judge.received.length === 0) throw new Error("the judge was not asked");
  });
  await change(server, "rescoreRun", { run: plain.id, reason: "as a test" }, "run { id }");
  const withdrawn = await submit(server, { c0: "B" }, { judge: false });
  await change(server, "withdrawRun", { run: withdrawn.id, reason: "by mistake" }, "run { id }");
  await withConfirmations(server);
}

async function inPieces(server: JudgedServer, isClosed: boolean): Promise<void> {
  const input = { benchmark: "lamps", model: { name: "In pieces" }, inputs: ["AUDIO"], idempotencyKey: `${isClosed}` };
  const { run } = await change<{ run: { id: string } }>(server, "createRun", input, "run { id }");
  for (const keys of [
    ["c0", "c1"],
    ["c2", "o1"],
  ]) {
    const predictions = keys.map((question) => ({ question, response: "B" }));
    await change(server, "appendPredictions", { run: run.id, predictions }, "total");
  }
  if (isClosed) await change(server, "finalizeRun", { run: run.id }, "run { id }");
}

/** AVI-Bench, some of whose questions are asked twice. */
async function withConfirmations(server: JudgedServer): Promise<void> {
  await importFiles(server.database, "avi-bench", confirmedFiles());
  const { data } = await server.request<{
    questions: { nodes: { key: string; task: { slug: string }; answer: { label: string } }[] };
  }>(
    `{ questions(filter: { benchmarks: ["avi-bench"] }, first: 100) { nodes { key task { slug } answer { label } } } }`,
  );
  const asked = data.questions.nodes.map(({ key, task, answer }) => ({
    key,
    isChecked: task.slug === "asqa",
    right: answer.label,
  }));
  const predictions = confirming(asked, (index) => (index % 3 === 0 ? "no" : index % 3 === 1 ? "yes" : null));
  const input = { benchmark: "avi-bench", model: { name: "Twice" }, inputs: ["VIDEO"], idempotencyKey: "twice" };
  await change(server, "submitRun", { ...input, predictions }, "run { id }");
}

async function change<T>(server: JudgedServer, mutation: string, input: object, selection: string): Promise<T> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} } }`;
  const { data, errors } = await server.request<Record<string, T>>(document, { input });
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data[mutation] as T;
}
