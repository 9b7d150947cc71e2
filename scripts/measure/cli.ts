import { execFileSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { loadedFiles, serve } from "../../test/cli/cli-process.ts";
import { buildProject, measurement } from "./measurement.ts";

const TIMES = 15;

/** The commands that only this process is needed for, and those that ask a server. */
const ALONE: readonly string[] = ["--version", "--help", "completion bash"];
const ASKING: readonly string[] = [
  "runs",
  "benchmarks",
  "run demo-large",
  "questions --limit 20",
  "breakdown demo-large --by level",
  "compare demo-large demo-medium",
  "leaderboard omnidex-demo",
];

/** The CPU time of one start of Node and of the time that it took, in milliseconds, as the shell counts them. */
function timeOf(args: string, environment: Readonly<Record<string, string>>): { cpu: number; elapsed: number } {
  const script = `TIMEFORMAT='%U %S %R'; time '${process.execPath}' ${args} >/dev/null 2>&1`;
  const env = { ...process.env, ...environment };
  const said = execFileSync("bash", ["-c", `{ ${script}; } 2>&1`], { encoding: "utf8", env });
  const [user = 0, system = 0, elapsed = 0] = said.trim().split(" ").map(Number);
  return { cpu: (user + system) * 1_000, elapsed: elapsed * 1_000 };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

measurement(
  "cli",
  `Each command ${TIMES} times, in turns. Those below the first rows ask a server on this machine.`,
).parse();
buildProject();
const server = await serve({ DATABASE_URL: "memory:" });
try {
  const environment = { OMNIDEX_URL: server.url };
  const commands = [...ALONE, ...ASKING];
  const programs = ["-e 0", ...commands.map((command) => `bin/omnidex.js ${command}`)];
  const times = programs.map((): { cpu: number; elapsed: number }[] => []);
  for (let time = 0; time < TIMES; time++)
    for (const [index, program] of programs.entries()) times[index]?.push(timeOf(program, environment));
  const rows = times.map((all) => ({
    cpu: median(all.map(({ cpu }) => cpu)),
    elapsed: median(all.map(({ elapsed }) => elapsed)),
  }));
  const [node] = rows;
  if (node === undefined) throw new Error("Nothing was measured.");
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(2)}, medians of ${TIMES}\n`,
  );
  console.log("| command | CPU, ms | more than `node -e 0`, ms | ratio | elapsed, ms | files | kB |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  console.log(`| node -e 0 | ${node.cpu.toFixed(0)} | | 1.0 | ${node.elapsed.toFixed(0)} | | |`);
  for (const [index, command] of commands.entries()) {
    const { cpu, elapsed } = rows[index + 1] ?? node;
    const { chunks, bytes } = await loadedFiles(command.split(" "), environment);
    const figures = [cpu.toFixed(0), (cpu - node.cpu).toFixed(0), (cpu / node.cpu).toFixed(1), elapsed.toFixed(0)];
    console.log(`| omnidex ${command} | ${figures.join(" | ")} | ${chunks} | ${(bytes / 1_000).toFixed(0)} |`);
  }
} finally {
  await server.end();
}
