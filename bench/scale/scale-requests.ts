import type { RunningServer } from "../../src/server/main.ts";

const ROUNDS = 15;

/** Makes each request different from the previous ones. */
let asked = 0;
const newSlice = (): string =>
  `{tasks:["task-${1 + (asked % 6)}"],durationSeconds:{gte:${asked},lt:${900 + 2 * asked++}}}`;
const someRun = (runs: number): string => `run_${1 + ((asked++ * 7_919) % runs)}`;

/** The measured requests by name, for a database with this number of runs. */
export const requests = (runs: number): Readonly<Record<string, () => string>> => ({
  "leaderboard, a new slice": () =>
    `{leaderboard(benchmark:"bench-1",filter:${newSlice()},first:20){nodes{rank value model{name} ...on RankedRun{run{id}}}}}`,
  "breakdown of a run": () =>
    `{run(id:"${someRun(runs)}"){breakdown(by:[TASK],filter:${newSlice()}){keys{key} score{value}}}}`,
  "run with 100 predictions": () =>
    `{run(id:"${someRun(runs)}"){id model{name} predictions(first:100){totalCount nodes{response outcome question{key}}}}}`,
  "wrong predictions of a run in a slice": () =>
    `{run(id:"${someRun(runs)}"){predictions(first:20,filter:{outcomes:[WRONG],questions:${newSlice()}}){nodes{response}}}}`,
  "100 runs with scores": () => `{runs(first:100){nodes{id score(filter:${newSlice()}){value}}}}`,
});

/** How long a server takes to answer, in milliseconds. */
export async function ask({ url }: RunningServer, query: string): Promise<number> {
  const start = performance.now();
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ query }) };
  const answer = await (await fetch(`${url}/graphql`, options)).json();
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  return performance.now() - start;
}

/** The median of 15 requests, after a warm-up request. */
export async function medianOf(server: RunningServer, query: () => string): Promise<string> {
  await ask(server, query());
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await ask(server, query()));
  return `${(times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0).toFixed(1)} ms`;
}
