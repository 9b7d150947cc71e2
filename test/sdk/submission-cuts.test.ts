import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Omnidex, OmnidexConnectionError, type PredictionInput, type SubmittedRun } from "../../src/sdk/index.ts";
import { inFolder } from "../cli/cli-process.ts";
import { Random } from "../fixtures/random.ts";
import { isDeep } from "../support/cases.ts";
import { bundledProgram } from "./support/bundled-program.ts";
import { type CuttingProxy, cuttingProxy } from "./support/cutting-proxy.ts";
import {
  API_KEY,
  content,
  predictionsFor,
  type SubmissionServer,
  startSubmissionServer,
} from "./support/submission-server.ts";

const CUTS = isDeep ? 10 : 4;
/**
 * The number of words of each response: some 1,800 characters, so that the submission has 11 MB and is sent in eleven
 * pieces. In the deep run it is larger by a third.
 */
const WORDS = isDeep ? 600 : 450;
const SEEDS = (process.env.OMNIDEX_TEST_SEEDS ?? "1").split(",").map(Number);

let server: SubmissionServer;
beforeAll(async () => {
  server = await startSubmissionServer();
});
afterAll(() => server.close());

const gaps = (seed: number, mostBytes: number): number[] => {
  const random = new Random(seed);
  return Array.from({ length: CUTS }, () => random.integer(0, mostBytes));
};

/** Checks that everything that was sent is stored exactly once, in one scored run. */
async function expectWhole(run: string, model: string, sent: readonly PredictionInput[]): Promise<void> {
  expect(sent).toHaveLength(5_864);
  const stored = await server.omnidex.predictions(run, { pageSize: 1_000 }).toArray();
  const rows = stored.map(({ question, response, error }) => ({ question: question.key, response, error }));
  expect(rows).toEqual(sent.map((row) => ({ response: null, error: null, ...row })));
  const runs = await server.omnidex.runs({ filter: { models: [model] } }).toArray();
  expect(runs).toMatchObject([{ id: run, status: "SCORED", counts: { total: 5_864, missing: 0 } }]);
}

describe.each(SEEDS)("a submission of 5,864 predictions that is cut off at random points (seed %i)", (seed) => {
  test("by lost connections makes one run, with nothing twice and nothing lost", async () => {
    const model = `connections-${seed}`;
    const predictions = predictionsFor(server.questions, WORDS);
    const [first = 0, ...others] = gaps(seed, 1_600_000);
    await using proxy = await cuttingProxy(server.url, (cut) =>
      cut.cutAfter(others.shift() ?? Number.POSITIVE_INFINITY),
    );
    proxy.cutAfter(first);
    const omnidex = new Omnidex({ url: proxy.url, apiKey: API_KEY });
    const opened = new Set<string>();
    const submit = async (): Promise<SubmittedRun | null> => {
      const input = { ...content, model: { name: model }, predictions };
      const onProgress = ({ run }: { run?: string | undefined }): unknown => run && opened.add(run);
      // Fewer retries than usual, so that whole calls fail, too, and are repeated.
      return omnidex.submitRun(input, { onProgress, maxRetries: 1 }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(OmnidexConnectionError);
        return null;
      });
    };
    let run = await submit();
    for (let calls = 1; run === null && calls <= CUTS; calls += 1) run = await submit();
    expect(proxy.cuts).toBe(CUTS);
    expect([...opened]).toEqual([run?.id]);
    await expectWhole(run?.id ?? "", model, predictions);
  });

  test(
    "by the death of its process makes one run, with nothing twice and nothing lost",
    () =>
      inFolder(async (folder) => {
        const model = `processes-${seed}`;
        const predictions = predictionsFor(server.questions, WORDS);
        const program = await bundledProgram("submitting-process.ts", folder);
        const file = join(folder, "results.jsonl");
        await writeFile(file, predictions.map((row) => JSON.stringify(row)).join("\n"));
        let kill = (): void => {};
        await using proxy = await cuttingProxy(server.url, () => kill());
        // The last process to be killed has sent several pieces, so that the one after it finds predictions of an earlier one.
        const points = [...gaps(seed + 1_000, 2_200_000).slice(1), 4_000_000];
        const lives: Life[] = [];
        do {
          proxy.cutAfter(points.shift() ?? Number.POSITIVE_INFINITY);
          const before = await storedIn(lives.findLast(({ run }) => run !== undefined)?.run);
          const life = await live(proxy, model, [program, file], (stop) => {
            kill = stop;
          });
          // Predictions that the server had at the beginning were not sent again.
          if (life.ended) expect(life.skipped).toBeGreaterThanOrEqual(before);
          lives.push(life);
        } while (!lives.at(-1)?.ended);
        expect(proxy.cuts).toBe(CUTS);
        expect(lives).toHaveLength(CUTS + 1);
        const last = lives.at(-1);
        expect((last?.sent ?? 0) + (last?.skipped ?? 0)).toBe(5_864);
        expect(new Set(lives.flatMap(({ run }) => run ?? []))).toEqual(new Set([last?.run]));
        expect(last?.skipped).toBeGreaterThan(0);
        await expectWhole(last?.run ?? "", model, predictions);
      }),
    600_000,
  );
});

test("the same submission by three clients at once makes one run", async () => {
  const model = "at-once";
  const predictions = predictionsFor(server.questions, WORDS / 4);
  const clients = [predictions, predictions.toReversed(), (): PredictionInput[] => predictions];
  const runs = await Promise.all(
    clients.map((source) => {
      const omnidex = new Omnidex({ url: server.url, apiKey: API_KEY });
      return omnidex.submitRun({ ...content, model: { name: model }, predictions: source });
    }),
  );
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
  await expectWhole(runs[0]?.id ?? "", model, predictions);
});

/** The last progress that a submitting process reported, and how the process ended. */
interface Life {
  readonly run?: string;
  readonly sent?: number;
  readonly skipped?: number;
  /** Whether the process ended by itself, without being killed. */
  readonly ended: boolean;
}

async function storedIn(run: string | undefined): Promise<number> {
  if (run === undefined) return 0;
  const asked = await server.omnidex.query<{ run: { predictionCount: number } }>(
    "query ($run: ID!) { run(id: $run) { predictionCount } }",
    { run },
  );
  return asked.run.predictionCount;
}

async function live(
  { url }: CuttingProxy,
  model: string,
  [program, file]: readonly [program: string, file: string],
  onStart: (stop: () => void) => void,
): Promise<Life> {
  const child = spawn(process.execPath, [program, url, API_KEY, model, file], { stdio: ["ignore", "pipe", "inherit"] });
  onStart(() => child.kill("SIGKILL"));
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code)),
  );
  let said: Omit<Life, "ended"> = {};
  for await (const line of createInterface(child.stdout)) said = JSON.parse(line);
  const how = await ended;
  expect([0, "SIGKILL"]).toContain(how);
  return { ...said, ended: how === 0 };
}
