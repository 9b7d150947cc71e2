import { describe, expect, it } from "vitest";
import { omnidexFixture } from "../../fixtures/omnidex-fixture.ts";
import { type Content, content, replacedBenchmark } from "./replaced-benchmark.ts";

const NO_RUNS = { scored: 0, unfinished: 0, modelCount: 0, models: [] };

const replaced = replacedBenchmark();

describe("an import that replaces a release", () => {
  it("is refused if it would remove more than 5 % of the questions, and lists the changes", async () => {
    await replaced.load(content(replaced.slug, 40));
    const before = await replaced.everything();
    const small = content(replaced.slug, 37, ({ questions, videos }) => {
      Object.assign(questions[0] ?? {}, { answer: "A" });
      Object.assign(questions[1] ?? {}, { key: "new" });
      Object.assign(videos[0] ?? {}, { durationSeconds: 70 });
    });
    await expect(replaced.load(small)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("4 of its 40 questions would be gone"),
      details: {
        reason: "IMPORT_WOULD_REPLACE",
        changes: {
          benchmark: replaced.slug,
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
            changedParts: [{ part: "ANSWER", count: 1 }],
          },
          videos: { before: 3, after: 3, added: 0, removed: 0, changed: 1, changedKeys: ["v1"], changedParts: [] },
          leaving: NO_RUNS,
          returning: NO_RUNS,
        },
      },
    });
    expect(await replaced.everything()).toEqual(before);
    expect(await replaced.load(small, { replace: true })).toMatchObject({
      status: "CREATED",
      releaseVersion: 2,
      dryRun: false,
      changes: { from: 1, to: 2, questions: { removed: 4 } },
    });
  });

  it("needs no consent to remove 5 % of the questions, to add questions, or to make the first release", async () => {
    expect(await replaced.load(content(replaced.slug, 40))).toMatchObject({ status: "CREATED", changes: null });
    expect(await replaced.load(content(replaced.slug, 38))).toMatchObject({
      changes: { reasons: [], questions: { removed: 2 } },
    });
    expect(await replaced.load(content(replaced.slug, 60))).toMatchObject({
      changes: { reasons: [], questions: { added: 22 } },
    });
  });

  it("is refused if the release has a scored or open run, but not for a withdrawn run", async () => {
    await replaced.load(content(replaced.slug, 40));
    const { id } = await replaced.submit({ model: { name: "Blue" } });
    await replaced.submit({ model: { name: "Red" }, visibility: "PRIVATE" });
    const open = await replaced.server.data<{ createRun: { run: { id: string } } }>(
      "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }",
      { input: { benchmark: replaced.slug, model: { name: "Red" }, inputs: ["VIDEO"], idempotencyKey: replaced.slug } },
    );
    const larger = content(replaced.slug, 41);
    await expect(replaced.load(larger)).rejects.toMatchObject({
      message: expect.stringContaining("3 runs of 2 models would leave the leaderboard"),
      details: {
        changes: {
          reasons: ["RUNS_LEAVE"],
          questions: { added: 1, removed: 0 },
          leaving: { scored: 2, unfinished: 1, modelCount: 2, models: ["Blue", "Red"] },
        },
      },
    });
    expect(await replaced.board()).toContain(id);
    const { runs } = await replaced.server.data<{ runs: { nodes: { id: string }[] } }>(
      "query ($slug: [String!]) { runs(filter: { benchmarks: $slug }) { nodes { id } } }",
      { slug: [replaced.slug] },
    );
    for (const run of [...runs.nodes, open.createRun.run])
      await replaced.server.data("mutation ($run: ID!) { withdrawRun(input: { run: $run }) { run { id } } }", {
        run: run.id,
      });
    expect(await replaced.load(larger)).toMatchObject({ status: "CREATED", changes: { leaving: NO_RUNS } });
  });

  it("compares all stored fields of questions and videos, and nothing else", async () => {
    const full = omnidexFixture();
    const named = (change: (made: Content) => void): Content => {
      const made = structuredClone({ ...full, benchmark: { ...full.benchmark, slug: replaced.slug } }) as Content;
      change(made);
      return made;
    };
    await replaced.load(named(() => {}));
    const changesOf = async (change: (made: Content) => void) => {
      const { status, changes } = await replaced.load(named(change), { dryRun: true });
      return [status, changes?.questions.changedKeys, changes?.videos.changedKeys, changes?.questions.added];
    };
    const set = (key: string, fields: object) => (made: Content) => {
      const found = [...made.questions, ...made.videos].find((each) => each.key === key);
      Object.assign(found ?? {}, fields);
    };
    for (const [fields, ...parts] of [
      [{ text: "Who sings now?" }, "TEXT"],
      [{ options: ["Rolo", "Mike"] }, "OPTIONS", "ANSWER"],
      [{ answer: "A" }, "ANSWER"],
      [{ answerFormat: "OPEN_TEXT" }, "ANSWER_FORMAT", "ANSWER"],
      [{ task: "Counting", level: "REASONING" }, "OTHERS"],
      [{ subset: "second" }, "OTHERS"],
      [{ audioTypes: ["SOUND"] }, "OTHERS"],
      [{ video: "v3" }, "OTHERS"],
      [{ native: { a: 1 } }, "OTHERS"],
      [{ requiresAudio: false }, "OTHERS"],
      [{ reasoningSteps: [{ modality: "audio", evidence: "It rings." }] }, "OTHERS"],
      [{ media: [{ kind: "IMAGE", path: "frames/1.jpg" }] }, "OTHERS"],
    ] as const) {
      const { status, changes } = await replaced.load(named(set("q1", fields)), { dryRun: true });
      const { changedKeys, changedParts = [] } = changes?.questions ?? {};
      expect([fields, status, changedKeys]).toEqual([fields, "CREATED", ["q1"]]);
      expect([fields, changedParts]).toEqual([fields, parts.map((part) => ({ part, count: 1 }))]);
    }
    // The questions of a video have the video's subset and its sounds.
    expect(await changesOf(set("v1", { subset: "second" }))).toEqual(["CREATED", ["q1", "q2"], ["v1"], 0]);
    expect(await changesOf(set("v2", { durationSeconds: 121 }))).toEqual(["CREATED", [], ["v2"], 0]);
    expect(await changesOf(set("v2", { category: "Theatre" }))).toEqual(["CREATED", [], ["v2"], 0]);
    // The order of the questions is part of the release, but of no question.
    expect(await changesOf(({ questions }) => questions.unshift(...questions.splice(1, 1)))).toEqual([
      "CREATED",
      [],
      [],
      0,
    ]);
    expect(await changesOf(() => {})).toEqual(["UNCHANGED", undefined, undefined, undefined]);
  });

  it("counts a corrected answer as changed, because the file lacks the correction", async () => {
    await replaced.load(content(replaced.slug, 40));
    await replaced.server.data(
      `mutation ($b: String!) { correctAnswers(input: { benchmark: $b, reason: "Wrong.", author: "Me",
        corrections: [{ question: "n3", answer: "A" }] }) { rescored } }`,
      { b: replaced.slug },
    );
    const { changes } = await replaced.load(content(replaced.slug, 41), { dryRun: true });
    expect(changes).toMatchObject({ questions: { changed: 1, changedKeys: ["n3"], added: 1 } });
  });
});

describe("an import that is a dry run, unchanged or refused", () => {
  it("writes nothing: neither rows nor a new version of the data", async () => {
    await replaced.load(content(replaced.slug, 40));
    await replaced.submit();
    const before = await replaced.everything();
    expect(await replaced.load(content(replaced.slug, 20), { dryRun: true })).toMatchObject({
      status: "CREATED",
      dryRun: true,
      releaseVersion: 2,
      changes: { reasons: ["QUESTIONS_REMOVED", "RUNS_LEAVE"], questions: { removed: 20 } },
    });
    expect(await replaced.load(content(replaced.slug, 40))).toMatchObject({
      status: "UNCHANGED",
      dryRun: false,
      changes: null,
    });
    await expect(replaced.load(content(replaced.slug, 40, (made) => made.questions.pop()))).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await replaced.everything()).toEqual(before);
  });

  it("does not create an unknown benchmark", async () => {
    expect(await replaced.load(content(replaced.slug, 40), { dryRun: true })).toMatchObject({
      status: "CREATED",
      releaseVersion: 1,
    });
    expect(await replaced.releases()).toBeNull();
  });
});
