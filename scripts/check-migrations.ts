/**
 * Fails if `src/server/db/tables/` declares something that no migration in `drizzle/` creates, or if `drizzle/meta/` has a
 * snapshot besides the newest one, which is the only one that drizzle-kit compares with.
 */
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import drizzleConfig from "../drizzle.config.ts";

const ROOT = resolve(import.meta.dirname, "..");
const MIGRATIONS = join(ROOT, "drizzle");

/**
 * The SQL that drizzle-kit would add; `null` if the migrations are up to date. drizzle-kit compares the tables with the
 * newest snapshot, not with the SQL, which may contain hand-written parts that a snapshot cannot express (`PARTITION
 * BY`).
 */
async function missingSql(): Promise<string | null> {
  // drizzle-kit resolves `out` relative to the working directory, and accepts no folder outside of it.
  const copy = await mkdtemp(join(ROOT, "node_modules", ".migrations-"));
  try {
    await cp(MIGRATIONS, copy, { recursive: true });
    const config = join(copy, "config.json");
    await writeFile(config, JSON.stringify({ ...drizzleConfig, out: relative(ROOT, copy) }));
    if (generate(config).includes("No schema changes")) return null;
    const known = new Set(await readdir(MIGRATIONS));
    const added = (await readdir(copy)).filter((name) => name.endsWith(".sql") && !known.has(name));
    return (await Promise.all(added.map((name) => readFile(join(copy, name), "utf8")))).join("\n");
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * Runs drizzle-kit and returns its report. If it would have to ask whether something was renamed, it prints an error
 * and exits with 0.
 */
function generate(config: string): string {
  const program = join(ROOT, "node_modules", ".bin", "drizzle-kit");
  const args = ["generate", "--config", relative(ROOT, config)];
  return execFileSync(program, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** Paths of snapshots that a newer one has replaced. */
async function oldSnapshots(): Promise<readonly string[]> {
  const names = (await readdir(join(MIGRATIONS, "meta"))).filter((name) => name.endsWith("_snapshot.json")).sort();
  return names.slice(0, -1).map((name) => `drizzle/meta/${name}`);
}

const old = await oldSnapshots();
if (old.length > 0) {
  console.error(`drizzle-kit needs the newest snapshot only. Remove the others: git rm ${old.join(" ")}`);
  process.exitCode = 1;
}
const missing = await missingSql();
if (missing !== null) {
  console.error(`The migrations are not up to date with the tables. Missing:\n\n${missing}\n`);
  console.error("To write the migration: npx drizzle-kit generate --name <what-it-does>");
  process.exitCode = 1;
}
