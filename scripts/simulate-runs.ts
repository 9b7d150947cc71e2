import { parseArgs } from "node:util";
import { connect } from "../src/cli/connection/sdk-client.ts";
import { describeFailure } from "../src/cli/failure/command-failure.ts";
import { submitSimulated } from "../test/fixtures/submit-simulated.ts";

/**
 * Adds simulated runs to a benchmark of a running server, so that the statistics of its questions, its health report
 * and its abilities have something to show. The runs say nothing about any model. The server and the API key are those
 * of the command line: OMNIDEX_URL and OMNIDEX_API_KEY, else what `omnidex whoami` shows. Example:
 *
 *     npm start &
 *     OMNIDEX_URL=http://127.0.0.1:4000 OMNIDEX_API_KEY=… npx tsx scripts/simulate-runs.ts --benchmark omnidex-demo
 */
async function simulate(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: "string" },
      benchmark: { type: "string", default: "omnidex-demo" },
      seed: { type: "string", default: "1" },
    },
  });
  const { url: OMNIDEX_URL = process.env.OMNIDEX_URL, benchmark, seed } = values;
  const { omnidex } = await connect({ ...process.env, OMNIDEX_URL });
  const { runs, leaking, wrongKeys } = await submitSimulated(omnidex, benchmark, Number(seed));
  console.log(`${runs.length} simulated runs over ${benchmark}.`);
  console.log(`Answered without the video: ${leaking.join(", ")}`);
  console.log(`Models agree on another option than the key: ${wrongKeys.join(", ")}`);
}

try {
  await simulate();
} catch (error) {
  const { message, exitCode, unforeseen } = describeFailure(error);
  console.error(unforeseen ?? `simulate-runs: ${message}`);
  process.exitCode = exitCode;
}
