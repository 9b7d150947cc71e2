import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ADMIN } from "../../../src/domain/viewer.ts";
import type { Database } from "../../../src/server/db/database.ts";
import { importFiles } from "../../../src/server/services/import-files.ts";
import type { ReplaceOptions } from "../../../src/server/services/imports/replace-release.ts";
import { withdrawRun } from "../../../src/server/services/submission/change-run.ts";
import type { RunServices } from "../../../src/server/services/submission/run-services.ts";
import { createRun, submitRun } from "../../../src/server/services/submission/submit-run.ts";
import { omnidexFixture, omnidexJson } from "../../fixtures/omnidex-fixture.ts";
import { rowsAs } from "../../support/count-rows.ts";
import { createTestServer, type SubmittedRun, type TestServer } from "../../support/test-server.ts";

type Content = ReturnType<typeof omnidexFixture>;

/** A benchmark of `count` questions on two videos, of which some are changed. */
const content = (slug: string, count: number, change: (content: Content) => void = () => {}): Content => {
  const base = omnidexFixture();
  const questions = Array.from({ length: count }, (_, index) => ({
    key: `n${index}`,
    video: index % 2 === 0 ? "v1" : "v2",
    text: `Which of them is number ${index}?`,
    options: ["Rolo", "Mika"],
    answer: "B",
    task: "Listening",
  }));
  const made = { ...base, benchmark: { ...base.benchmark, slug }, questions } as Content;
  change(made);
  return made;
};

const NO_RUNS = { scored: 0, unfinished: 0, modelCount: 0, models: [] };
const RELEASES = `query ($slug: String!) { benchmark(slug: $slug) { questionCount releases { version current } } }`;
const USE = `mutation ($input: UseReleaseInput!) { useRelease(input: $input) { changed release { version current }
  changes { from to reasons questions { removed } leaving { scored models } returning { scored models } } } }`;

let server: TestServer;
let slug = "";
let number = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  number += 1;
  slug = `replaced-${number}`;
});

const load = (file: Content, options?: ReplaceOptions) =>
  importFiles(server.database, slug, [omnidexJson(file)], options);

const submit = (run: Partial<SubmittedRun> = {}, fields = "id") =>
  server.submit<{ id: string; release: { version: number } }>(
    {
      benchmark: slug,
      model: { name: "Red" },
      visibility: "PUBLIC",
      predictions: [{ question: "n0", response: "B" }],
      ...run,
    },
    { fields },
  );

const releases = async () =>
  (
    await server.data<{ benchmark: { questionCount: number; releases: { version: number; current: boolean }[] } }>(
      RELEASES,
      { slug },
    )
  ).benchmark;

const board = async () =>
  (
    await server.data<{ leaderboard: { nodes: { run: { id: string } }[] } }>(
      `query ($slug: String!) { leaderboard(benchmark: $slug, partial: true) { nodes { run { id } } } }`,
      { slug },
      { key: null },
    )
  ).leaderboard.nodes.map(({ run }) => run.id);

/** All rows that an import could write, and the version of the data. */
const everything = async () => {
  const tables = [
    "benchmarks",
    "releases",
    "questions",
    "videos",
    "answers",
    "media",
    "tasks",
    "categories",
    "audio_types",
  ];
  const hashes: string[] = [];
  for (const table of tables) {
    const text = `select coalesce(md5(string_agg(t::text || t.xmin::text, ';' order by t.id)), '') as hash from ${table} t`;
    const statement = {
      text: table === "answers" ? text.replace("t.id", "t.question_id, t.revision") : text,
      params: [],
    };
    hashes.push(`${table} ${(await rowsAs<{ hash: string }>(server.database, statement))[0]?.hash}`);
  }
  return { hashes, version: server.database.versions.current() };
};

describe("an import that replaces a release", () => {
  it("is refused if more than 5 % of the questions would be gone, and says what would change", async () => {
    await load(content(slug, 40));
    const before = await everything();
    const small = content(slug, 37, ({ questions, videos }) => {
      Object.assign(questions[0] ?? {}, { answer: "A" });
      Object.assign(questions[1] ?? {}, { key: "new" });
      Object.assign(videos[0] ?? {}, { durationSeconds: 70 });
    });
    await expect(load(small)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("4 of its 40 questions would be gone"),
      details: {
        reason: "IMPORT_WOULD_REPLACE",
        changes: {
          benchmark: slug,
          from: 1,
          to: 2,
          reasons: ["QUESTIONS_REMOVED"],
          questions: {
            before: 40,
            after: 37,
            added: 1,
            removed: 4,
            changed: 1,
            addedKeys: ["new"],
            removedKeys: ["n1", "n37", "n38", "n39"],
            changedKeys: ["n0"],
          },
          videos: { before: 3, after: 3, added: 0, removed: 0, changed: 1, changedKeys: ["v1"] },
          leaving: NO_RUNS,
          returning: NO_RUNS,
        },
      },
    });
    expect(await everything()).toEqual(before);
    expect(await load(small, { replace: true })).toMatchObject({
      status: "CREATED",
      releaseVersion: 2,
      dryRun: false,
      changes: { from: 1, to: 2, questions: { removed: 4 } },
    });
  });

  it("needs no consent for 5 % of the questions, more questions, or the first release", async () => {
    expect(await load(content(slug, 40))).toMatchObject({ status: "CREATED", changes: null });
    expect(await load(content(slug, 38))).toMatchObject({ changes: { reasons: [], questions: { removed: 2 } } });
    expect(await load(content(slug, 60))).toMatchObject({ changes: { reasons: [], questions: { added: 22 } } });
  });

  it("is refused if the release has a run, whether scored or open, but not if the run is withdrawn", async () => {
    await load(content(slug, 40));
    const { id } = await submit({ model: { name: "Blue" } });
    await submit({ model: { name: "Red" }, visibility: "PRIVATE" });
    const open = await server.data<{ createRun: { run: { id: string } } }>(
      "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }",
      { input: { benchmark: slug, model: { name: "Red" }, inputs: ["VIDEO"], idempotencyKey: slug } },
    );
    const larger = content(slug, 41);
    await expect(load(larger)).rejects.toMatchObject({
      message: expect.stringContaining("3 runs of 2 models would leave the leaderboard"),
      details: {
        changes: {
          reasons: ["RUNS_LEAVE"],
          questions: { added: 1, removed: 0 },
          leaving: { scored: 2, unfinished: 1, modelCount: 2, models: ["Blue", "Red"] },
        },
      },
    });
    expect(await board()).toContain(id);
    const { runs } = await server.data<{ runs: { nodes: { id: string }[] } }>(
      "query ($slug: [String!]) { runs(filter: { benchmarks: $slug }) { nodes { id } } }",
      { slug: [slug] },
    );
    for (const run of [...runs.nodes, open.createRun.run])
      await server.data("mutation ($run: ID!) { withdrawRun(input: { run: $run }) { run { id } } }", { run: run.id });
    expect(await load(larger)).toMatchObject({ status: "CREATED", changes: { leaving: NO_RUNS } });
  });

  it("compares all that is stored of a question and of a video, and nothing else", async () => {
    const full = omnidexFixture();
    const named = (change: (made: Content) => void): Content => {
      const made = structuredClone({ ...full, benchmark: { ...full.benchmark, slug } }) as Content;
      change(made);
      return made;
    };
    await load(named(() => {}));
    const changesOf = async (change: (made: Content) => void) => {
      const { status, changes } = await load(named(change), { dryRun: true });
      return [status, changes?.questions.changedKeys, changes?.videos.changedKeys, changes?.questions.added];
    };
    const set = (key: string, fields: object) => (made: Content) => {
      const found = [...made.questions, ...made.videos].find((each) => each.key === key);
      Object.assign(found ?? {}, fields);
    };
    for (const fields of [
      { text: "Who sings now?" },
      { options: ["Rolo", "Mike"] },
      { answer: "A" },
      { task: "Counting", level: "REASONING" },
      { subset: "second" },
      { audioTypes: ["SOUND"] },
      { video: "v3" },
      { native: { a: 1 } },
      { requiresAudio: false },
      { reasoningSteps: [{ modality: "audio", evidence: "It rings." }] },
      { media: [{ kind: "IMAGE", path: "frames/1.jpg" }] },
    ]) {
      const [status, questions] = await changesOf(set("q1", fields));
      expect([status, questions, fields]).toEqual(["CREATED", ["q1"], fields]);
    }
    // The subset of a video is that of its questions, and its sounds are also those of its questions.
    expect(await changesOf(set("v1", { subset: "second" }))).toEqual(["CREATED", ["q1", "q2"], ["v1"], 0]);
    expect(await changesOf(set("v2", { durationSeconds: 121 }))).toEqual(["CREATED", [], ["v2"], 0]);
    expect(await changesOf(set("v2", { category: "Theatre" }))).toEqual(["CREATED", [], ["v2"], 0]);
    // The order is part of a release, but of no question.
    expect(await changesOf(({ questions }) => questions.unshift(...questions.splice(1, 1)))).toEqual([
      "CREATED",
      [],
      [],
      0,
    ]);
    expect(await changesOf(() => {})).toEqual(["UNCHANGED", undefined, undefined, undefined]);
  });

  it("counts an answer that was corrected here as changed, because the file does not have the correction", async () => {
    await load(content(slug, 40));
    await server.data(
      `mutation ($b: String!) { correctAnswers(input: { benchmark: $b, reason: "Wrong.", author: "Me",
        corrections: [{ question: "n3", answer: "A" }] }) { rescored } }`,
      { b: slug },
    );
    const { changes } = await load(content(slug, 41), { dryRun: true });
    expect(changes).toMatchObject({ questions: { changed: 1, changedKeys: ["n3"], added: 1 } });
  });
});

describe("a dry run, and an import of the current release", () => {
  it("report without writing: no row and no version of the data changes", async () => {
    await load(content(slug, 40));
    await submit();
    const before = await everything();
    expect(await load(content(slug, 20), { dryRun: true })).toMatchObject({
      status: "CREATED",
      dryRun: true,
      releaseVersion: 2,
      changes: { reasons: ["QUESTIONS_REMOVED", "RUNS_LEAVE"], questions: { removed: 20 } },
    });
    expect(await load(content(slug, 40))).toMatchObject({ status: "UNCHANGED", dryRun: false, changes: null });
    await expect(load(content(slug, 40, (made) => made.questions.pop()))).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await everything()).toEqual(before);
  });

  it("of a benchmark that is not there makes none", async () => {
    expect(await load(content(slug, 40), { dryRun: true })).toMatchObject({ status: "CREATED", releaseVersion: 1 });
    expect(await releases()).toBeNull();
  });
});

describe("useRelease", () => {
  const use = (input: object, key?: string | null) =>
    server.request<{ useRelease: Record<string, unknown> }>(
      USE,
      { input: { benchmark: slug, ...input } },
      key === undefined ? {} : { key },
    );

  it("goes back to a release, with its runs, and needs the same consent as an import", async () => {
    await load(content(slug, 40));
    const old = await submit({ model: { name: "Blue" } });
    await load(content(slug, 41), { replace: true });
    expect(await board()).toEqual([]);
    const changes = { from: 2, to: 1, reasons: [], leaving: { scored: 0 }, returning: { scored: 1, models: ["Blue"] } };
    const before = await everything();
    expect((await use({ version: 1, dryRun: true })).data.useRelease).toMatchObject({ changed: false, changes });
    expect(await everything()).toEqual(before);
    expect((await use({ version: 1 })).data.useRelease).toMatchObject({
      changed: true,
      release: { version: 1, current: true },
      changes: { ...changes, questions: { removed: 1 } },
    });
    expect(await board()).toEqual([old.id]);
    expect(await releases()).toMatchObject({ questionCount: 40 });
    const refused = await use({ version: 2 });
    expect(refused.errors?.[0]).toMatchObject({
      message: expect.stringContaining("Release 2 would replace 1"),
      extensions: {
        code: "CONFLICT",
        details: { reason: "RELEASE_WOULD_REPLACE", changes: { leaving: { scored: 1, models: ["Blue"] } } },
      },
    });
    expect(await board()).toEqual([old.id]);
    expect((await use({ version: 2, replace: true })).data.useRelease).toMatchObject({ changed: true });
    expect(await board()).toEqual([]);
  });

  it("changes nothing if the release is the current one", async () => {
    await load(content(slug, 40));
    const before = await everything();
    expect((await use({ version: 1 })).data.useRelease).toEqual({
      changed: false,
      changes: null,
      release: { version: 1, current: true },
    });
    expect(await everything()).toEqual(before);
  });

  it("is for administrators, and knows what there is", async () => {
    await load(content(slug, 40));
    const { createApiKey } = await server.data<{ createApiKey: { secret: string } }>(
      "mutation ($name: String!) { createApiKey(input: { name: $name }) { secret } }",
      { name: slug },
    );
    const codeOf = async (input: object, key?: string | null) => (await use(input, key)).errors?.[0]?.extensions.code;
    expect(await codeOf({ version: 1 }, createApiKey.secret)).toBe("FORBIDDEN");
    expect(await codeOf({ version: 1 }, null)).toBe("UNAUTHENTICATED");
    expect(await codeOf({ version: 9 })).toBe("NOT_FOUND");
    expect(await codeOf({ benchmark: "nowhere", version: 1 })).toBe("NOT_FOUND");
    // A built-in benchmark of which nothing has been imported.
    expect(await codeOf({ benchmark: "mmworld", version: 1 })).toBe("NOT_FOUND");
  });
});

describe("at the same time", () => {
  const input = (name: string) =>
    ({
      benchmark: slug,
      model: { name },
      inputs: ["VIDEO"],
      visibility: "PUBLIC",
      idempotencyKey: `${slug} ${name}`,
    }) as const;
  const predictions = [{ question: "n0", response: "B" }];
  const releaseOf = async (run: number) =>
    (
      await server.data<{ run: { status: string; release: { version: number; current: boolean } } }>(
        "query ($id: ID!) { run(id: $id) { status release { version current } } }",
        { id: `run_${run}` },
      )
    ).run;

  it("imports replace each other one after the other, and each reports the release that it replaced", async () => {
    await load(content(slug, 40));
    const reports = await Promise.all([41, 42, 43].map((count) => load(content(slug, count), { replace: true })));
    expect(reports.map(({ status, changes }) => [status, changes?.from, changes?.to]).sort()).toEqual([
      ["CREATED", 1, 2],
      ["CREATED", 2, 3],
      ["CREATED", 3, 4],
    ]);
    for (const { changes, counts } of reports) {
      expect(changes?.questions.after).toBe(counts.questions);
      const before = reports.find(({ releaseVersion }) => releaseVersion === changes?.from)?.counts.questions ?? 40;
      expect(changes?.questions).toMatchObject({ before, added: Math.max(0, counts.questions - before) });
    }
    expect((await releases()).releases.filter(({ current }) => current)).toEqual([{ version: 4, current: true }]);
  });

  it("a run and an import: the run is on the current release, or the import is refused", async () => {
    await load(content(slug, 40));
    let accepted = 0;
    let version = 1;
    for (let round = 1; round <= 8; round++) {
      const pause = new Promise((resolve) => setTimeout(resolve, (round % 4) * 3));
      const [submitted, imported] = await Promise.allSettled([
        submitRun(server.services.runs, ADMIN, { ...input(`Red ${round}`), predictions }),
        pause.then(() => load(content(slug, 40 + round))),
      ]);
      if (submitted.status === "rejected") throw submitted.reason;
      expect(await releaseOf(submitted.value.run)).toMatchObject({ status: "SCORED", release: { current: true } });
      if (imported.status === "fulfilled") {
        accepted += 1;
        version = imported.value.releaseVersion;
      } else expect(imported.reason).toMatchObject({ details: { changes: { from: version, leaving: { scored: 1 } } } });
      await withdrawRun(server.services.runs, ADMIN, submitted.value.run, null);
    }
    expect((await releases()).releases).toHaveLength(1 + accepted);
  });

  it("a submission that began before an import and is stored after it is scored against the new release", async () => {
    await load(content(slug, 40));
    const { runs } = server.services;
    const importsFirst = (file: Content): RunServices => {
      let imported: Promise<unknown> | null = null;
      const transaction: Database["transaction"] = async (work, reach) => {
        imported ??= load(file);
        await imported;
        return runs.database.transaction(work, reach);
      };
      return { ...runs, database: { ...runs.database, transaction } };
    };
    const whole = await submitRun(importsFirst(content(slug, 41)), ADMIN, { ...input("Whole"), predictions });
    expect(whole).toMatchObject({ replayed: false, report: { questions: 41 } });
    expect(await releaseOf(whole.run)).toEqual({ status: "SCORED", release: { version: 2, current: true } });
    await withdrawRun(runs, ADMIN, whole.run, null);
    const { run } = await createRun(importsFirst(content(slug, 42)), ADMIN, input("Pieces"));
    expect(await releaseOf(run)).toEqual({ status: "OPEN", release: { version: 3, current: true } });
    await withdrawRun(runs, ADMIN, run, null);
    const renamed = content(slug, 43, ({ questions }) => void Object.assign(questions[0] ?? {}, { key: "renamed" }));
    const gone = submitRun(importsFirst(renamed), ADMIN, { ...input("Gone"), predictions });
    await expect(gone).rejects.toMatchObject({ code: "BAD_USER_INPUT", details: { report: { errorCount: 1 } } });
  });
});
