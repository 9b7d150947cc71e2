import { Omnidex, type PredictionInput } from "../../../src/sdk/index.ts";
import { ADMIN_KEY, serveHere } from "../../cli/served-cli.ts";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";

export const API_KEY = ADMIN_KEY;

/** A server in this process that has a benchmark of 5,864 questions, as many as AVI-Bench has. */
export interface SubmissionServer {
  readonly url: string;
  readonly omnidex: Omnidex;
  /** The keys of its questions, in the order of the release. */
  readonly questions: readonly string[];
  close(): Promise<void>;
}

export async function startSubmissionServer(): Promise<SubmissionServer> {
  const form = new FormData();
  for (const { name, bytes } of aviBenchFiles()) form.append("file", new Blob([bytes as BlobPart]), name);
  const { url, close } = await serveHere();
  const headers = { authorization: `Bearer ${API_KEY}` };
  const imported = await fetch(`${url}/import/avi-bench`, { method: "POST", headers, body: form });
  if (!imported.ok) throw new Error(await imported.text());
  const omnidex = new Omnidex({ url, apiKey: API_KEY });
  const all = await omnidex.questions({ filter: { benchmarks: ["avi-bench"] }, pageSize: 1_000 }).toArray();
  return { url, omnidex, questions: all.map(({ key }) => key), close };
}

/** A row for each question, with the response of a model that reasons before it answers. */
export const predictionsFor = (questions: readonly string[], words = 60): PredictionInput[] =>
  questions.map((question, index) => ({
    question,
    ...(index % 97 === 0
      ? { error: "timeout" }
      : { response: `${"hm, ".repeat(words)}the answer is ${"ABCD"[index % 4]}.` }),
  }));

export const content = { benchmark: "avi-bench", model: { name: "my-model" }, inputs: ["VIDEO", "AUDIO"] } as const;
