import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTemporaryPostgres } from "../../../scripts/temporary-postgres.ts";
import { type ServerProcess, serve } from "../../cli/cli-process.ts";
import { seedDataFolder } from "../../support/seeded-database.ts";

const ADMIN_KEY = "omx_admin_of_the_full_disk";
const MB = 1024 ** 2;

/** Mounts a small separate disk; null if this is not allowed. */
async function smallDisk(megabytes: number): Promise<{ folder: string; remove(): Promise<void> } | null> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-full-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0777`, "omnidex-full", folder], {
      stdio: "ignore",
    });
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  const remove = async (): Promise<void> => {
    execFileSync("umount", ["--lazy", folder]);
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, remove };
}

/** Writes until nothing more fits. Returns the file. */
async function fill(folder: string, left = 0): Promise<string> {
  const file = join(folder, "filler");
  const { bavail, bsize } = await statfs(folder);
  await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  return file;
}

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
}

async function ask(url: string, query: string, variables: object = {}): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(60_000),
  });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return { status: response.status, code: errors?.[0]?.extensions.code };
}

let submitted = 0;
/** A run over the demo, whose responses have the given number of characters. */
async function submit(url: string, length: number): Promise<Answer> {
  const keys = await fetch(
    `${url}/graphql?query={questions(first:200,filter:{benchmarks:["omnidex-demo"]}){nodes{key}}}`,
  );
  const { data } = (await keys.json()) as { data: { questions: { nodes: { key: string }[] } } };
  const predictions = data.questions.nodes.map(({ key }) => ({ question: key, response: noise(length) }));
  const input = { benchmark: "omnidex-demo", model: { name: "Writer" }, inputs: ["VIDEO"], predictions };
  return ask(url, "mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }", {
    input: { ...input, idempotencyKey: `full ${submitted++}` },
  });
}

/** A text that compresses poorly. The database compresses long texts. */
const noise = (length: number): string => {
  const bytes = randomBytes(Math.ceil(length / 2));
  return bytes.toString("hex").slice(0, length);
};

const READ =
  '{ leaderboard(benchmark: "omnidex-demo") { nodes { ... on RankedRun { score { value } } } } questions(first: 20) { nodes { text } } }';

/** Expects the server to end on a signal, within the time for a shutdown. */
async function endsInOrder(server: ServerProcess): Promise<void> {
  expect(await server.end(), server.output()).toBe(0);
  report("SIGTERM", { status: 0, code: "exit 0" });
}

const report = (what: string, { status, code }: Answer): void =>
  console.log(`  ${what}: ${status} ${code ?? "answered"}`);

describe("a full disk", () => {
  it("under PGlite refuses writes, still answers reads, and accepts writes after a restart with free space", async (context) => {
    const disk = await smallDisk(400);
    if (disk === null) return context.skip("no tmpfs may be mounted here: this needs root");
    const environment = { OMNIDEX_DATA_DIR: disk.folder, OMNIDEX_ADMIN_KEY: ADMIN_KEY };
    try {
      await seedDataFolder(disk.folder);
      const server = await serve(environment);
      // The server's own writes fill the disk, down to the reserve.
      await fill(disk.folder, 80 * MB);
      let last: Answer = { status: 0, code: undefined };
      for (let runs = 0; runs < 40 && last.code === undefined; runs++) last = await submit(server.url, 5_000);
      report("PGlite, a submission at the reserve", last);
      expect(last).toMatchObject({ status: 507, code: "STORAGE_FULL" });
      const { bavail, bsize } = await statfs(disk.folder);
      expect(bavail * bsize).toBeGreaterThan(16 * MB);
      // Another program fills the disk to the last byte.
      await rm(join(disk.folder, "filler"));
      await fill(disk.folder);
      const full = await submit(server.url, 100);
      report("PGlite, a submission at 0 bytes", full);
      expect(full).toMatchObject({ status: 507, code: "STORAGE_FULL" });
      const read = await ask(server.url, READ);
      report("PGlite, a read at 0 bytes", read);
      expect(read).toMatchObject({ status: 200, code: undefined });
      await endsInOrder(server);
      await expect(serve(environment)).rejects.toThrow(/disk is full/);
      await rm(join(disk.folder, "filler"));
      const again = await serve(environment);
      expect(await submit(again.url, 100)).toMatchObject({ status: 200, code: undefined });
      expect(await again.end()).toBe(0);
    } finally {
      await disk.remove();
    }
  });

  it("under PostgreSQL refuses writes, still answers reads, and accepts writes once there is free space", async (context) => {
    const disk = await smallDisk(1_024);
    if (disk === null) return context.skip("no tmpfs may be mounted here: this needs root");
    const before = process.env.TMPDIR;
    process.env.TMPDIR = disk.folder;
    const postgres = await startTemporaryPostgres({ max_wal_size: "64MB", min_wal_size: "32MB" });
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    try {
      const environment = { DATABASE_URL: postgres.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY };
      const server = await serve(environment);
      const filler = await fill(disk.folder, 0);
      const answers: Answer[] = [];
      for (let runs = 0; runs < 30 && answers.at(-1)?.code !== "STORAGE_FULL"; runs++)
        answers.push(await submit(server.url, 5_000));
      report(`PostgreSQL, submission ${answers.length} at 0 bytes`, answers.at(-1) as Answer);
      expect(answers.at(-1)).toMatchObject({ status: 507, code: "STORAGE_FULL" });
      for (const { code } of answers) expect([undefined, "STORAGE_FULL"]).toContain(code);
      const read = await ask(server.url, READ);
      report("PostgreSQL, a read at 0 bytes", read);
      expect(read).toMatchObject({ status: 200, code: undefined });
      await rm(filler);
      expect(await submit(server.url, 100)).toMatchObject({ status: 200, code: undefined });
      await fill(disk.folder);
      await endsInOrder(server);
    } finally {
      await postgres.stop();
      await disk.remove();
    }
  });
});
