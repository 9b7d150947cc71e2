import { createTestServer, type TestServer } from "../../../support/test-server.ts";
import { answering, importHidden, LABELS, liftQuota, setSecret } from "../../hidden/hidden-benchmark.ts";
import { addMaintainer, createKeys, type World } from "./world.ts";

/**
 * Two benchmarks with hidden answers that differ in their answer keys only. In some pairs of questions with the same video,
 * task and level, the answers are exchanged. A run that gives every question the same label has the same score in both,
 * overall and by task, level and video. If the leaderboards are split, the answers of the private questions have nothing in common.
 * Any difference between a caller's results for the two therefore reveals something about the answers.
 */
export const TWINS = ["twin-a", "twin-b"] as const;
export type Twin = (typeof TWINS)[number];
/** A benchmark with a private board that has not opened. */
export const PARTED = "parted";

/** The runs over a twin, each of which gives all questions one label. */
export interface TwinRuns {
  /** Ann's public runs, with sound and without. */
  readonly sound: string;
  readonly silent: string;
  /** Ann's private run. */
  readonly private: string;
  readonly other: string;
}

export interface Twins extends Pick<World, "keys"> {
  readonly server: TestServer;
  readonly runs: Readonly<Record<Twin, TwinRuns>>;
  /** A public run over `PARTED`. */
  readonly parted: string;
  close(): Promise<void>;
}

const COUNT = 120;

export async function createTwins({ isSplit }: { readonly isSplit: boolean }): Promise<Twins> {
  const server = await createTestServer();
  const { keys } = await createKeys(server);
  const share = isSplit ? 0.5 : 1;
  const { labels } = await importHidden(server, { slug: TWINS[0], count: COUNT, share, question: steps });
  const others = exchange(labels).map((label, index) =>
    isSplit && !isPublic(index) ? (LABELS[(LABELS.indexOf(label as "A") + 1) % 4] ?? "A") : label,
  );
  await importHidden(server, {
    slug: TWINS[1],
    count: COUNT,
    share,
    question: (index) => ({ answer: others[index], ...steps(index) }),
  });
  if (isSplit) await splitAlike(server);
  // Filters can select questions by their reviews.
  for (const benchmark of TWINS)
    await server.data("mutation ($input: ReviewKeyInput!) { reviewKey(input: $input) { __typename } }", {
      input: { benchmark, question: "q0020", verdict: "AMBIGUOUS", reason: "two of them can be defended" },
    });
  await importHidden(server, { slug: PARTED, count: COUNT });
  await server.data("mutation ($input: SplitLeaderboardInput!) { splitLeaderboard(input: $input) { __typename } }", {
    input: { benchmark: PARTED, publicShare: 0.5, privateOpensAt: "2999-01-01T00:00:00Z" },
  });
  // With different secrets, the twins would have different dithers.
  for (const slug of TWINS) await setSecret(server, slug, "the secret of both");
  for (const slug of [...TWINS, PARTED]) {
    await liftQuota(server, slug);
    await addMaintainer(server, slug, "mia");
  }
  await addMaintainer(server, "omnidex-demo", "max");
  const runs = { "twin-a": await runsOver(server, keys, "twin-a"), "twin-b": await runsOver(server, keys, "twin-b") };
  for (const run of Object.values(runs).flatMap((own) => Object.values(own)))
    await server.data("mutation ($input: LabelErrorsInput!) { labelErrors(input: $input) { labelled } }", {
      input: { run, labels: [{ question: "q0020", errorTypes: ["misheard"] }] },
    });
  const parted = (await runsOver(server, keys, PARTED)).sound;
  return { server, keys, runs, parted, close: () => server.close() };
}

/** Whether a question is on the public board of split twins: those of the first videos. */
const isPublic = (index: number): boolean => index < COUNT / 2;

/** Gives both twins the same boards. */
const splitAlike = ({ database }: TestServer): Promise<unknown> =>
  database.transaction((tx) =>
    tx.query({
      text: `update board_splits set public_ordinals = array(select generate_series(0, ${COUNT / 2 - 1})) where release_id in (
        select r.id from releases r join benchmarks b on b.id = r.benchmark_id where b.slug in ('${TWINS.join("', '")}'))`,
      params: [],
    }),
  );

/**
 * The questions of an exchanged pair have the same number of reasoning steps. The twins therefore do not differ in
 * these numbers, which filters could use.
 */
const steps = (index: number): object => ({
  reasoningSteps: Array.from({ length: 1 + (index % 4) }, () => ({
    modality: "AUDIO",
    evidence: "a bell",
    inference: "",
  })),
});

/** Exchanges the labels of some pairs of questions. The two questions of a pair have the same video, task and level. */
function exchange(labels: readonly string[]): readonly string[] {
  const exchanged = [...labels];
  for (let index = 20; index + 2 < COUNT; index += 20)
    for (const at of [index, index + 5])
      [exchanged[at], exchanged[at + 2]] = [labels[at + 2] ?? "A", labels[at] ?? "A"];
  return exchanged;
}

async function runsOver(server: TestServer, keys: World["keys"], slug: string): Promise<TwinRuns> {
  const questions = Array.from({ length: COUNT }, (_, index) => `q${String(index).padStart(4, "0")}`);
  const submit = async (role: "owner" | "other submitter", label: number, input: object): Promise<string> => {
    const predictions = answering(questions, Array(COUNT).fill(LABELS[label]));
    const run = { benchmark: slug, visibility: "PUBLIC", inputs: ["VIDEO"], predictions, ...input };
    return (await server.submit(run, { key: keys[role] })).id;
  };
  const canary = { name: "Canary Model", parameters: "3B", organization: "Canary lab" };
  return {
    sound: await submit("owner", 0, { model: { name: "Open Net", parameters: "7B" }, inputs: ["VIDEO", "AUDIO"] }),
    silent: await submit("owner", 1, { model: { name: "Open Net" } }),
    private: await submit("owner", 2, {
      model: canary,
      visibility: "PRIVATE",
      notes: "canary note",
      prompt: "canary-prompt",
      seed: 77,
    }),
    other: await submit("other submitter", 3, { model: { name: "Bob Net" } }),
  };
}

/**
 * A text without the parts in which the twins differ regardless of the answers: names, ids, times and hashes.
 */
export const withoutNames = (text: string): string =>
  text
    .replaceAll(/twin-[ab]/g, "twin")
    .replaceAll(/\b([a-z]+)_\d+(_\d+)?\b/g, "$1")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "then")
    .replaceAll(/\b[0-9a-f]{12,64}\b/g, "hash");
