import { sql } from "drizzle-orm";
import { rowsAs } from "../../support/count-rows.ts";
import type { AnswerError, TestServer } from "../../support/test-server.ts";

export interface Row {
  readonly question: string;
  readonly response?: string;
  readonly error?: string;
}

export interface AskedQuestion {
  readonly key: string;
  readonly label: string;
  readonly labels: readonly string[];
}

/** The questions of a benchmark with the labels of their answers by the current answer key. */
export async function askedQuestions(server: TestServer, benchmark: string): Promise<AskedQuestion[]> {
  const { questions } = await server.data<{
    questions: { nodes: { key: string; answer: { label: string }; options: { label: string }[] }[] };
  }>(
    "query ($b: [String!]) { questions(first: 1000, filter: { benchmarks: $b }) { nodes { key answer { label } options { label } } } }",
    { b: [benchmark] },
  );
  return questions.nodes.map(({ key, answer, options }) => ({
    key,
    label: answer.label,
    labels: options.map(({ label }) => label),
  }));
}

export const wrongLabel = ({ label, labels }: AskedQuestion): string => labels.find((other) => other !== label) ?? "";

export async function submit(
  server: TestServer,
  benchmark: string,
  name: string,
  predictions: readonly Row[],
  visibility: "PUBLIC" | "PRIVATE" = "PUBLIC",
): Promise<string> {
  const input = { benchmark, model: { name }, inputs: ["VIDEO"], idempotencyKey: name, visibility, predictions };
  return (await server.submit(input)).id;
}

export const CORRECT = `mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) {
  keyRevision { revision reason author corrections { question { key } before { label text } after { label text } } }
  release { version keyRevisions { revision } } rescored changed } }`;

export interface Corrected {
  readonly keyRevision: {
    readonly revision: number;
    readonly reason: string;
    readonly author: string;
    readonly corrections: readonly {
      readonly question: { readonly key: string };
      readonly before: { readonly label: string | null; readonly text: string | null };
      readonly after: { readonly label: string | null; readonly text: string | null };
    }[];
  };
  readonly release: { readonly version: number; readonly keyRevisions: readonly { readonly revision: number }[] };
  readonly rescored: number;
  readonly changed: number;
}

export interface CorrectionRow {
  readonly question: string;
  readonly answer: string;
}

export const correctionInput = (benchmark: string, corrections: readonly CorrectionRow[]) => ({
  input: { benchmark, corrections, reason: "The paper's erratum.", author: "The authors" },
});

export async function correct(
  server: TestServer,
  benchmark: string,
  corrections: readonly CorrectionRow[],
): Promise<Corrected> {
  const { correctAnswers } = await server.data<{ correctAnswers: Corrected }>(
    CORRECT,
    correctionInput(benchmark, corrections),
  );
  return correctAnswers;
}

/** The error of a correction that must fail. */
export async function refusal(server: TestServer, input: object, key?: string | null): Promise<AnswerError> {
  const { errors } = await server.request(CORRECT, { input }, key === undefined ? {} : { key });
  const [error] = errors ?? [];
  if (error === undefined) throw new Error("the correction was not refused");
  return error;
}

/** All stored data of a scoring, except for its time. */
export interface StoredScoring {
  readonly revision: number;
  readonly keyRevision: number;
  readonly vectors: string;
  readonly value: number | null;
}

/** All scorings of a run as they are stored, oldest first. */
export const storedScorings = (server: TestServer, run: string): Promise<StoredScoring[]> =>
  rowsAs<StoredScoring>(
    server.database,
    sql`
    select revision, key_revision as "keyRevision", value, concat_ws(':', encode(answered, 'hex'), encode(correct, 'hex'),
      encode(unparsed, 'hex'), encode(errored, 'hex'), encode(unscored, 'hex'), coalesce(encode(graded, 'hex'), '-')) as vectors
    from scores where run_id = ${Number(run.split("_")[1])}::int order by revision`,
  );

/** The content of the prediction rows, in the order of the release. */
export const storedPredictions = (server: TestServer, run: string): Promise<object[]> =>
  server.database.query(sql`
    select ordinal, outcome, score, answer, rule, span_start, span_end, ambiguous from predictions
    where run_id = ${Number(run.split("_")[1])}::int order by ordinal`);

/** The numbers of answers and revisions, which a rejected correction must not change. */
export async function storedKeys(server: TestServer): Promise<unknown> {
  const [row] = await server.database.query(sql`
    select (select count(*)::int from answers) as answers, (select count(*)::int from key_revisions) as revisions,
      (select count(*)::int from scores) as scores`);
  return row;
}
