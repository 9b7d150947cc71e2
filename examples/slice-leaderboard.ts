/** Writes leaderboards over several slices of a benchmark as one CSV, to be read by a spreadsheet or by pandas. */
import { Omnidex, type QuestionFilter } from "@omnidex/sdk";

const [benchmark = "omnidex-demo"] = process.argv.slice(2);
const omnidex = new Omnidex({ url: process.env.OMNIDEX_URL ?? "http://127.0.0.1:4000" });

const SLICES: Readonly<Record<string, QuestionFilter>> = {
  all: {},
  music: { audioTypes: { any: ["MUSIC"] } },
  "reasoning over long videos": { levels: ["REASONING"], durationSeconds: { gt: 600 } },
};

const cell = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`;
const line = (...values: (string | number)[]): void => console.log(values.map(cell).join(","));

line("slice", "questions", "rank", "model", "score", "lower", "upper");
for (const [name, filter] of Object.entries(SLICES)) {
  const board = omnidex.leaderboard(benchmark, { filter });
  const { questions } = await board.page();
  for await (const entry of board) {
    if (entry.__typename === "RankedFigure") continue;
    const { lower, upper } = entry.score.interval;
    line(name, questions, entry.rank, entry.model.name, entry.value, lower, upper);
  }
}
