/** Compares the two best runs of a benchmark question by question, overall and by task. */
import { Omnidex } from "@omnidex/sdk";

const [benchmark = "omnidex-demo"] = process.argv.slice(2);
const omnidex = new Omnidex({ url: process.env.OMNIDEX_URL ?? "http://127.0.0.1:4000" });

const runs: { readonly id: string; readonly name: string }[] = [];
for await (const entry of omnidex.leaderboard(benchmark)) {
  // A leaderboard also lists figures from papers, which are not runs.
  if (entry.__typename === "RankedRun") runs.push({ id: entry.run.id, name: entry.model.name });
  if (runs.length === 2) break;
}
const [first, second] = runs;
if (first === undefined || second === undefined) throw new Error(`${benchmark} has fewer than two runs`);

const { difference, interval, adjustedPValue, cells, disagreements } = await omnidex.compareRuns(first.id, second.id, {
  by: ["TASK"],
});
const points = (share: number): string => `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;
console.log(`${first.name} less ${second.name}: ${points(difference)} points,`);
console.log(`95 %: ${points(interval.lower)} to ${points(interval.upper)}, p = ${adjustedPValue.toFixed(3)}`);
for (const { keys, difference, n } of cells)
  console.log(`${keys.map(({ label }) => label).join(", ")}: ${points(difference)}, n = ${n}`);
console.log("They differ first in:");
for await (const { key } of disagreements.take(5)) console.log(`- ${key}`);
