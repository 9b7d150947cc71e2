import { expect } from "vitest";
import type { KeyScope } from "../../../src/domain/vocabulary.ts";
import { ADMIN_KEY, type TestServer } from "../../support/test-server.ts";

/**
 * A benchmark in Omnidex's own format, with an answer key that looks random. Each question has four options, and each
 * video has four questions.
 */
export interface HiddenBenchmark {
  readonly slug: string;
  readonly keys: readonly string[];
  /** The answer key, which only the test knows. */
  readonly labels: readonly string[];
}

export const LABELS = ["A", "B", "C", "D"] as const;

/** A wrong answer to a question with this right answer: the last one, because tests correct keys to the first wrong one. */
export const wrongLabel = (label: string | undefined): string => LABELS.findLast((other) => other !== label) ?? "A";

/** The tasks of successive questions. The first `FEW` questions have the task "Rare", which has too few for a score. */
const TASKS = ["Counting", "Counting", "Counting", "Order", "Order"] as const;
const FEW = 7;

/** Numbers from 0 to 1 that are the same in every run of the test. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const slugs = (length: number, prefix: string): string[] =>
  Array.from({ length }, (_, index) => `${prefix}${String(index).padStart(4, "0")}`);

/** Imports the benchmark over HTTP, as a maintainer does. */
export async function importHidden(
  server: TestServer,
  {
    slug = "secrets",
    count = 200,
    access = "hidden",
    /** The share of the questions on the public board. */
    share = 1,
    seed = 7,
    replace = false,
    /** The tasks, with more than their names and levels. */
    tasks = [] as readonly object[],
    /** Further fields of the question with an index. */
    question = (_index: number): object => ({}),
    /** Further fields of the video with an index. */
    video = (_index: number): object => ({}),
    /** Receives the report of the import. */
    told = (_report: unknown): void => {},
    key = ADMIN_KEY,
  } = {},
): Promise<HiddenBenchmark> {
  const random = seeded(seed);
  const keys = slugs(count, "q");
  const labels = keys.map(() => LABELS[Math.floor(random() * 4)] ?? "A");
  const questions = keys.map((key, index) => ({
    key,
    video: `v${Math.floor(index / 4)}`,
    task: index < FEW ? "Rare" : TASKS[index % TASKS.length],
    level: index % 2 === 0 ? "PERCEPTION" : "REASONING",
    text: `Which one is it, number ${index}?`,
    options: ["the first", "the second", "the third", "the fourth"],
    answer: labels[index],
    reasoningSteps: [{ modality: "AUDIO", evidence: `the answer is ${labels[index]}`, inference: "so it follows" }],
    ...question(index),
  }));
  const videos = slugs(Math.ceil(count / 4), "").map((_, index) => ({ key: `v${index}`, ...video(index) }));
  const file = JSON.stringify({ benchmark: { slug, title: "Secrets" }, tasks, videos, questions });
  const form = new FormData();
  form.append("file", new Blob([file]), "secrets.json");
  const boards = access === "hidden" ? `&public=${share}` : "";
  const response = await server.app.request(
    `/import/${slug}?answers=${access}${boards}${replace ? "&replace=true" : ""}`,
    {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${key}` },
    },
  );
  expect(response.status, await response.clone().text()).toBe(200);
  told(await response.json());
  await setSecret(server, slug, `secret of ${slug}`);
  return { slug, keys, labels };
}

/** Sets the secret of a benchmark's releases, so that the dither of scores is the same in every run of a test. */
export const setSecret = ({ database }: TestServer, slug: string, secret: string): Promise<unknown> =>
  database.transaction((tx) =>
    tx.query({
      text: "update releases set hash_secret = $1 where benchmark_id = (select id from benchmarks where slug = $2)",
      params: [secret, slug],
    }),
  );

/** Makes a key of an owner, and returns its secret. */
export async function keyOf(server: TestServer, owner: string, scopes?: readonly KeyScope[]): Promise<string> {
  const { createApiKey } = await server.data<{ createApiKey: { secret: string } }>(
    `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }`,
    { input: { name: owner, owner, scopes } },
  );
  return createApiKey.secret;
}

/** Lets every owner submit as often as it likes. */
export const liftQuota = (server: TestServer, benchmark: string): Promise<unknown> =>
  server.data(`mutation ($input: SetSubmissionQuotaInput!) { setSubmissionQuota(input: $input) { benchmark } }`, {
    input: { benchmark },
  });

/** Predictions that answer each question with its label. */
export const answering = (keys: readonly string[], labels: readonly string[]): object[] =>
  keys.map((question, index) => ({ question, response: labels[index] }));
