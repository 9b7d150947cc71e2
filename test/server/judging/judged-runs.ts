import { expect, vi } from "vitest";
import type { JudgedServer } from "./judged-server.ts";

export const RUN = `id status finalizedAt scoring { revision extractor judge keyRevision }
  counts { total correct wrong partial unparsed missing errored unscored } score { value }
  predictions(first: 1000) { nodes { question { key } outcome score extraction { answer rule } } }`;

export interface RunView {
  readonly id: string;
  readonly status: string;
  readonly finalizedAt: string | null;
  readonly scoring: { readonly revision: number; readonly keyRevision: number; readonly judge: string | null } | null;
  readonly counts: Readonly<Record<string, number>> | null;
  readonly predictions: { readonly nodes: readonly PredictionView[] };
}
interface PredictionView {
  readonly question: { readonly key: string };
  readonly outcome: string;
  readonly extraction: { readonly answer: string | null; readonly rule: string };
}

export const SUBMIT = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { ${RUN} } } }`;

export type Responses = Readonly<Record<string, string>>;

/** The input of a run, from the model's response to each question. */
export const runInput = (responses: Responses, more: object = {}): object => ({
  benchmark: "lamps",
  model: { name: "A model" },
  inputs: ["VIDEO"],
  judge: true,
  idempotencyKey: JSON.stringify([responses, more]).slice(0, 200),
  predictions: Object.entries(responses).map(([question, response]) => ({ question, response })),
  ...more,
});

export async function submit(server: JudgedServer, responses: Responses, more: object = {}): Promise<RunView> {
  const { data, errors } = await server.request<{ submitRun: { run: RunView } }>(SUBMIT, {
    input: runInput(responses, more),
  });
  expect(errors).toBeUndefined();
  return data.submitRun.run;
}

export async function readRun(server: JudgedServer, id: string, key?: string | null): Promise<RunView | null> {
  const { data } = await server.request<{ run: RunView | null }>(
    `query ($id: ID!) { run(id: $id) { ${RUN} } }`,
    { id },
    key,
  );
  return data.run;
}

/** Waits until the run is scored, and returns it. */
export async function scored(server: JudgedServer, id: string): Promise<RunView> {
  return vi.waitFor(
    async () => {
      const run = await readRun(server, id);
      expect(run?.status).toBe("SCORED");
      return run as RunView;
    },
    { timeout: 120_000, interval: 20 },
  );
}

/** The outcome, answer and rule of each question's prediction, such as "CORRECT B judge". */
export const outcomes = ({ predictions }: RunView): Readonly<Record<string, string>> =>
  Object.fromEntries(
    predictions.nodes.map(({ question, outcome, extraction }) => [
      question.key,
      [outcome, extraction.answer ?? "-", extraction.rule].join(" "),
    ]),
  );
