import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { measurement, positive } from "./measurement.ts";

interface FileCosts {
  readonly file: string;
  readonly wall: number;
  readonly cpu: number;
  readonly programs: number;
}

const command = measurement("suite", "Wall time, CPU time and waiting, by folder and for the slowest files.")
  .argument("[suites...]", "suites of tests", ["usual", "thorough"])
  .option("--files <n>", "how many of the slowest files are shown", positive, 40)
  .option("--reports <folder>", "keeps the measurements as JSON lines")
  .parse();
const values = command.opts<{ readonly files: number; readonly reports?: string }>();
const [suites] = command.processedArgs as [readonly string[]];
const folder = values.reports ?? mkdtempSync(join(tmpdir(), "omnidex-costs-"));

function measure(suite: string): readonly FileCosts[] {
  const costs = join(folder, `${suite}.jsonl`);
  rmSync(costs, { force: true });
  const command = ["node_modules/vitest/vitest.mjs", "run", "--config", `vitest.${suite}.config.ts`];
  const { status } = spawnSync(process.execPath, command, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, OMNIDEX_SUITE_COSTS: costs },
  });
  if (status !== 0) console.error(`${suite}: some tests failed`);
  const lines = readFileSync(costs, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as FileCosts);
}

const inSeconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1).padStart(8);

/** Waiting is wall time without CPU time of the worker or its programs; both may use two cores at once. */
function row(name: string, files: readonly FileCosts[]): string {
  const sum = (of: (costs: FileCosts) => number): number => files.reduce((total, costs) => total + of(costs), 0);
  const waiting = sum(({ wall, cpu, programs }) => Math.max(0, wall - cpu - programs));
  const figures = [sum(({ wall }) => wall), sum(({ cpu }) => cpu), sum(({ programs }) => programs), waiting];
  return `${figures.map(inSeconds).join("")}  ${name}${files.length > 1 ? ` (${files.length} files)` : ""}`;
}

function byFolder(files: readonly FileCosts[]): ReadonlyMap<string, readonly FileCosts[]> {
  const folders = new Map<string, FileCosts[]>();
  for (const costs of files) {
    const name = relative("test", dirname(costs.file));
    folders.set(name, [...(folders.get(name) ?? []), costs]);
  }
  return folders;
}

const total = ({ wall }: FileCosts): number => wall;
const HEAD = "    wall     cpu  programs waiting, in seconds";

for (const suite of suites) {
  const files = measure(suite);
  const sums = [...byFolder(files)].map(([name, costs]) => ({
    name,
    costs,
    wall: costs.reduce((sum, one) => sum + total(one), 0),
  }));
  console.log(`\n${suite}\n${HEAD}\n${row("all", files)}\n`);
  for (const { name, costs } of sums.sort((a, b) => b.wall - a.wall)) console.log(row(name, costs));
  console.log(`\nThe slowest files\n${HEAD}`);
  for (const costs of [...files].sort((a, b) => b.wall - a.wall).slice(0, values.files))
    console.log(row(relative("test", costs.file), [costs]));
}
if (values.reports === undefined) rmSync(folder, { recursive: true });
