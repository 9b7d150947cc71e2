import { afterAll, beforeAll, expect, it } from "vitest";
import type { ItemFit } from "../../../src/scoring/items/item-fit.ts";
import { simulateAnswers } from "../../scoring/items/simulated-answers.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { turns } from "../../support/turns.ts";

/** In the same thread, at most one request would be answered before the analysis has ended. */
const LEAST_ANSWERED = 3;

/** On a machine that gives this thread no time, one analysis may end first. */
const MOST_ANALYSES = 10;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it("the server answers other requests while it analyses the answers of 200 runs to 2,000 questions", async () => {
  const { matrix } = simulateAnswers({ runs: 200, questions: 2_000, runsPerFamily: 4 }, 5);
  const { pool } = server.services.runs;
  const ask = () => server.data(`{ questions(first: 5) { nodes { key text } } }`, {}, { key: null });
  await ask();
  // The thread is started before anything is measured.
  await pool.compute({ kind: "statistics", input: simulateAnswers({}, 1).matrix });
  const answeredDuringAnalysis = async (): Promise<number> => {
    let isDone = false;
    const analysis = (async () => {
      const fit = await pool.compute<ItemFit>({ kind: "fit", input: matrix });
      await pool.compute({ kind: "suspects", input: { matrix, fit } });
      isDone = true;
    })();
    let answered = 0;
    while (!isDone) {
      await ask();
      answered += 1;
      // Gives the event loop a turn, so that the end of the analysis can be noticed.
      await turns(1);
    }
    await analysis;
    return answered;
  };
  // In the same thread, no number of analyses would suffice.
  let most = 0;
  for (let analyses = 0; most < LEAST_ANSWERED && analyses < MOST_ANALYSES; analyses++)
    most = Math.max(most, await answeredDuringAnalysis());
  expect(most).toBeGreaterThanOrEqual(LEAST_ANSWERED);
}, 300_000);
