import { afterAll, beforeAll, expect, it } from "vitest";
import { simulateAnswers } from "../../scoring/items/simulated-answers.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

/** The largest share of the analysis that one request may take. In the same thread, a request would wait for all of it. */
const LONGEST_SHARE = 0.3;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it("the server answers other requests while it analyses the answers of 400 runs to 4,000 questions", async () => {
  const { matrix } = simulateAnswers({ runs: 400, questions: 4_000, runsPerFamily: 4 }, 5);
  const { pool } = server.services.runs;
  const ask = () => server.data(`{ questions(first: 5) { nodes { key text } } }`, {}, { key: null });
  await ask();
  // The thread is started before anything is measured.
  await pool.compute({ kind: "statistics", input: simulateAnswers({}, 1).matrix });
  const start = performance.now();
  let isDone = false;
  const analysis = (async () => {
    const fit = await pool.compute({ kind: "fit", input: matrix });
    await pool.compute({ kind: "suspects", input: { matrix, fit } });
    isDone = true;
    return performance.now() - start;
  })();
  const times: number[] = [];
  while (!isDone) {
    const before = performance.now();
    await ask();
    times.push(performance.now() - before);
    // Gives the event loop a turn, so that the end of the analysis can be noticed.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const all = await analysis;
  const longest = Math.max(...times);
  console.log(
    `${times.length} requests, the longest ${longest.toFixed(0)} ms, during an analysis of ${all.toFixed(0)} ms`,
  );
  expect(times.length).toBeGreaterThan(20);
  expect(longest / all).toBeLessThan(LONGEST_SHARE);
}, 300_000);
