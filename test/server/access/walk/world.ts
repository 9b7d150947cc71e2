import { expect } from "vitest";
import { createTestServer, type TestServer } from "../../../support/test-server.ts";
import { type HiddenBenchmark, importHidden, liftQuota } from "../../hidden/hidden-benchmark.ts";
import { createKey } from "../key-calls.ts";

/** The callers, by the name of the role. */
/** A value for each field of `RunProtocol`. */
const PROTOCOL = {
  ...{ fps: 2, resolution: "448", temperature: 0.5, topP: 0.9, maxTokens: 512 },
  ...{ promptHash: "3f2a9c", harness: "a harness", harnessVersion: "1.0" },
};

export const ROLES = [
  "reader",
  "owner",
  "owner with READ",
  "other submitter",
  "maintainer",
  "maintainer without MAINTAIN",
  "maintainer of another benchmark",
  "administrator",
] as const;
export type Role = (typeof ROLES)[number];

/** The owner and the scopes of each role's key; the reader has none. */
const KEYS: Readonly<Record<Exclude<Role, "reader">, object>> = {
  owner: { name: "ann", owner: "ann" },
  "owner with READ": { name: "ann reads", owner: "ann", scopes: ["READ"] },
  "other submitter": { name: "bob", owner: "bob" },
  maintainer: { name: "mia", owner: "mia" },
  "maintainer without MAINTAIN": { name: "mia submits", owner: "mia", scopes: ["SUBMIT"] },
  "maintainer of another benchmark": { name: "max", owner: "max" },
  administrator: { name: "root", admin: true },
};

export const HIDDEN = "secrets";
export const VISIBLE = "opened";

/** Whether the answers of a benchmark are shown to a role. */
export const seesAnswers = (role: Role, benchmark: string): boolean =>
  benchmark === VISIBLE || role === "administrator" || role === "maintainer";

/** Whether a role sees ann's private runs. */
export const seesPrivate = (role: Role): boolean => role.startsWith("owner") || role === "administrator";

/** Texts that occur only in ann's private runs and in the concealed fields of her anonymous runs. */
export const PRIVATE_TEXTS = [
  "Canary Model",
  "canary-model",
  "canary note",
  "canary response",
  "canary-prompt",
  "canary-report",
] as const;

export interface BenchmarkRuns {
  /** Ann's public runs, with sound and without. */
  readonly with: string;
  readonly without: string;
  /** Ann's private run. */
  readonly private: string;
  /** Ann's public, anonymous run. */
  readonly anonymous: string;
  readonly other: string;
  /** Bob's public run, with remarks on most of its responses. */
  readonly suspicious: string;
}

/** A server with a visible and a hidden benchmark, and public and private runs of two owners over both. */
export interface World {
  readonly server: TestServer;
  readonly keys: Readonly<Record<Role, string | null>>;
  readonly keyIds: Readonly<Record<Exclude<Role, "reader">, string>>;
  readonly runs: Readonly<Record<string, BenchmarkRuns>>;
  close(): Promise<void>;
}

export async function createWorld(): Promise<World> {
  const server = await createTestServer();
  const { keys, keyIds } = await createKeys(server);
  const runs: Record<string, BenchmarkRuns> = {};
  for (const [slug, access] of [
    [HIDDEN, "hidden"],
    [VISIBLE, "visible"],
  ] as const) {
    const native = { type: "canned", note: "which answer is right" };
    const benchmark = await importHidden(server, {
      ...{ slug, access, count: 200 },
      // Groups of two questions, which have a score of their own.
      tasks: ["Rare", "Counting", "Order"].map((name) => ({ name, level: "REASONING", metric: "quadratic" })),
      question: (index) => ({ native, group: `pair ${Math.floor(index / 2)}` }),
      video: () => ({ native }),
    });
    await hostChallenge(server, slug);
    await liftQuota(server, slug);
    if (access === "visible") await limitQuota(server, slug);
    runs[slug] = await submitRuns(server, benchmark, keys);
    await correctFirst(server, benchmark);
    const veiled = await submitVeiled(server, benchmark, keys["other submitter"] ?? null);
    await closeOnce(server, slug);
    await server.data("mutation ($input: NameRunInput!) { nameRun(input: $input) { __typename } }", {
      input: { run: veiled },
    });
    await reviewFirst(server, benchmark);
    await labelFirst(server, benchmark, runs[slug]);
  }
  await addMaintainer(server, HIDDEN, "mia");
  await addMaintainer(server, VISIBLE, "max");
  return { server, keys, keyIds, runs, close: () => server.close() };
}

/** Makes an API key for each role but the reader. */
export async function createKeys(server: TestServer): Promise<Pick<World, "keys" | "keyIds">> {
  const keys: Record<string, string | null> = { reader: null };
  const keyIds: Record<string, string> = {};
  for (const [role, input] of Object.entries(KEYS)) {
    const { secret, apiKey } = await createKey(server, input);
    keys[role] = secret;
    keyIds[role] = apiKey.id;
  }
  return { keys: keys as World["keys"], keyIds: keyIds as World["keyIds"] };
}

/** Makes the benchmark a challenge. It requires no fields, so every run is accepted. */
const hostChallenge = (server: TestServer, benchmark: string): Promise<unknown> =>
  server.data("mutation ($input: ConfigureChallengeInput!) { configureChallenge(input: $input) { __typename } }", {
    input: { benchmark, opensAt: "2026-01-01T00:00:00Z" },
  });

/** Submits an anonymous run of bob. Its submitter is revealed later, when the final board has already been stored. */
const submitVeiled = async (
  server: TestServer,
  { slug, keys, labels }: HiddenBenchmark,
  key: string | null,
): Promise<string> =>
  (
    await server.submit(
      {
        benchmark: slug,
        model: { name: "Bob Veil" },
        anonymous: true,
        visibility: "PUBLIC",
        predictions: keys.map((question, index) => ({ question, response: labels[index] })),
      },
      { key },
    )
  ).id;

/** Stores and signs a final board, with an anonymous run in it, and opens the challenge again. */
async function closeOnce(server: TestServer, benchmark: string): Promise<void> {
  const configure = (closesAt: string | null) =>
    server.data("mutation ($input: ConfigureChallengeInput!) { configureChallenge(input: $input) { __typename } }", {
      input: { benchmark, opensAt: "2026-01-01T00:00:00Z", closesAt, closeNow: true },
    });
  await configure("2026-02-01T00:00:00Z");
  // Before a closed challenge is changed, the server stores its final board.
  await configure(null);
  const { finalBoard } = await server.data<{ finalBoard: { signed: string } | null }>(
    "query ($benchmark: String!) { finalBoard(benchmark: $benchmark) { signed } }",
    { benchmark },
  );
  expect(finalBoard?.signed).toContain("payload");
}

/** Sets a quota with more submissions than the test needs. */
const limitQuota = (server: TestServer, benchmark: string): Promise<unknown> =>
  server.data("mutation ($input: SetSubmissionQuotaInput!) { setSubmissionQuota(input: $input) { benchmark } }", {
    input: { benchmark, perDay: 1000 },
  });

export const addMaintainer = (server: TestServer, benchmark: string, owner: string): Promise<unknown> =>
  server.data("mutation ($input: MaintainerInput!) { addMaintainer(input: $input) { maintainers } }", {
    input: { benchmark, owner },
  });

/** Corrects the answer keys of two questions. All runs are rescored, so that each has a second scoring. */
async function correctFirst(server: TestServer, { slug, keys, labels }: HiddenBenchmark): Promise<void> {
  const corrections = keys.slice(0, 2).map((question, index) => ({ question, answer: next(labels[index]) }));
  const { correctAnswers } = await server.data<{ correctAnswers: { changed: number } }>(
    "mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { changed } }",
    { input: { benchmark: slug, corrections, reason: "the second is right", author: "mia" } },
  );
  expect(correctAnswers.changed).toBeGreaterThan(0);
}

/** Reviews the answer key of a question. Only callers who are shown answers may learn of the review. */
const reviewFirst = (server: TestServer, { slug, keys }: HiddenBenchmark): Promise<unknown> =>
  server.data("mutation ($input: ReviewKeyInput!) { reviewKey(input: $input) { review { verdict } } }", {
    input: { benchmark: slug, question: keys[0], verdict: "AMBIGUOUS", reason: "two of them can be defended" },
  });

/** Labels a prediction. Only callers who are shown answers may learn of the label. */
const labelFirst = async (server: TestServer, { keys }: HiddenBenchmark, runs: BenchmarkRuns): Promise<void> => {
  for (const run of Object.values(runs))
    await server.data("mutation ($input: LabelErrorsInput!) { labelErrors(input: $input) { labelled } }", {
      input: { run, labels: [{ question: keys[0], errorTypes: ["misheard"] }] },
    });
};

const next = (label: string | undefined): string => "ABCD".at(("ABCD".indexOf(label ?? "A") + 1) % 4) ?? "A";

async function submitRuns(
  server: TestServer,
  { slug, keys, labels }: HiddenBenchmark,
  secrets: Readonly<Record<string, string | null>>,
): Promise<BenchmarkRuns> {
  /**
   * The last question has no prediction. One prediction is an error, one response is unreadable, and one is
   * ambiguous. Of the other responses, every `wrong`th is wrong.
   */
  const predictions = (wrong: number, extra = ""): object[] =>
    keys.slice(0, -1).map((question, index) => {
      if (index === 5) return { question, error: "timeout" };
      if (index === 6) return { question, response: `I cannot tell. ${extra}` };
      if (index === 7) return { question, response: "A or B, both (A) and (B)" };
      return { question, response: index % wrong === 0 ? next(labels[index]) : labels[index] };
    });
  const submit = async (role: string, wrong: number, input: object, extra?: string): Promise<string> => {
    const run = { benchmark: slug, visibility: "PUBLIC", predictions: predictions(wrong, extra), ...input };
    return (await server.submit(run, { key: secrets[role] ?? null })).id;
  };
  const net = { name: "Open Net", parameters: "7B", organization: "Ann's lab", url: "https://example.org/open" };
  const canary = {
    name: "Canary Model",
    parameters: "3B",
    organization: "Canary lab",
    url: "https://example.org/canary",
  };
  return {
    with: await submit("owner", 4, {
      model: net,
      inputs: ["VIDEO", "AUDIO"],
      notes: "a note",
      frames: 8,
      seed: 1,
      protocol: PROTOCOL,
    }),
    without: await submit("owner", 3, { model: net, inputs: ["VIDEO"], prompt: "omnidex/direct" }),
    private: await submit(
      "owner",
      5,
      { model: canary, inputs: ["VIDEO"], notes: "canary note", visibility: "PRIVATE", prompt: "canary-prompt" },
      "canary response",
    ),
    anonymous: await submit("owner", 6, {
      model: canary,
      inputs: ["VIDEO"],
      notes: "canary note",
      reportUrl: "https://example.org/canary-report",
      anonymous: true,
    }),
    other: await submit("other submitter", 2, { model: { name: "Bob Net" }, inputs: ["VIDEO"] }),
    suspicious: await submit("owner", 2, {
      model: { name: "Mumbling Net" },
      inputs: ["VIDEO"],
      predictions: keys.map((question) => ({ question, response: "I cannot tell." })),
    }),
  };
}
