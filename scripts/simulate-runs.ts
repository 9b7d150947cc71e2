import { parseArgs } from "node:util";
import { Omnidex } from "../src/sdk/index.ts";
import { submitSimulated } from "../test/fixtures/submit-simulated.ts";

/**
 * Adds simulated runs to a benchmark of a running server, so that the statistics of its questions, its health report
 * and its abilities have something to show. The runs say nothing about any model. Example:
 *
 *     npm start &
 *     OMNIDEX_API_KEY=… npx tsx scripts/simulate-runs.ts --benchmark omnidex-demo
 */
const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:4000" },
    benchmark: { type: "string", default: "omnidex-demo" },
    seed: { type: "string", default: "1" },
  },
});

const omnidex = new Omnidex({ url: values.url, apiKey: process.env.OMNIDEX_API_KEY });
const { runs, leaking, wrongKeys } = await submitSimulated(omnidex, values.benchmark, Number(values.seed));
console.log(`${runs.length} simulated runs over ${values.benchmark}.`);
console.log(`Answered without the video: ${leaking.join(", ")}`);
console.log(`Models agree on another option than the key: ${wrongKeys.join(", ")}`);
