import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { omnidexRelease, omniVideoBenchRelease } from "./synthetic-release.ts";

const run = promisify(execFile);

const PROGRAM = "bin/omnidex.js";
/** The peak memory of the program. `resourceUsage` is not used, because it includes the peak of the parent process. */
const REPORT = `
  import { readFileSync } from "node:fs";
  process.on("exit", () => {
    const status = readFileSync("/proc/self/status", "utf8");
    console.error("PEAK", /VmHWM:\\s+(\\d+) kB/.exec(status)?.[1]);
  });`;

const SIZES = [20_000, 100_000];
const FORMATS = [
  {
    name: "omnidex",
    slug: (size: number) => `import-${size}`,
    write: (size: number, slug: string) => omnidexRelease(slug, size),
  },
  { name: "OmniVideoBench", slug: () => "omnivideobench", write: (size: number) => omniVideoBenchRelease(size) },
];

/**
 * Runs `omnidex import` with synthetic releases, each in a process of its own. Linux only, because memory is read from
 * /proc.
 */
export async function measureImports(url: string): Promise<void> {
  await run("node", ["scripts/build.mjs"]);
  const folder = await mkdtemp(join(tmpdir(), "omnidex-ingest-"));
  try {
    console.log(
      "\n| format | questions | file | time | peak memory | stored |\n| --- | ---: | ---: | ---: | ---: | ---: |",
    );
    for (const { name, slug, write } of FORMATS) {
      for (const size of SIZES) {
        const file = join(folder, "data.json");
        await writeFile(file, write(size, slug(size)));
        const { size: bytes } = await stat(file);
        const { time, peak } = await importOnce(url, slug(size), file);
        const stored = await countQuestions(url, slug(size));
        console.log(
          `| ${name} | ${size} | ${megabytes(bytes)} | ${(time / 1000).toFixed(1)} s | ${megabytes(peak)} | ${stored} |`,
        );
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

async function importOnce(url: string, slug: string, file: string): Promise<{ time: number; peak: number }> {
  const env = { ...process.env, DATABASE_URL: url, OMNIDEX_URL: "" };
  const start = performance.now();
  const { stderr } = await run(
    "node",
    ["--import", `data:text/javascript,${encodeURIComponent(REPORT)}`, PROGRAM, "import", slug, file],
    {
      env,
      maxBuffer: 1e9,
    },
  );
  return { time: performance.now() - start, peak: Number(/PEAK (\d+)/.exec(stderr)?.[1]) * 1024 };
}

async function countQuestions(url: string, slug: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from questions q join releases r on r.id = q.release_id join benchmarks b on b.id = r.benchmark_id
    where b.slug = ${slug} and r.is_current`;
  await sql.end();
  return row?.n ?? 0;
}
