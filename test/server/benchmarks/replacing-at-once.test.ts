import { describe, expect, it } from "vitest";
import { ADMIN } from "../../../src/domain/viewer.ts";
import type { Database } from "../../../src/server/db/database.ts";
import { withdrawRun } from "../../../src/server/runs/submission/change-run.ts";
import type { RunServices } from "../../../src/server/runs/submission/run-services.ts";
import { createRun, submitRun } from "../../../src/server/runs/submission/submission-pipeline.ts";
import { turns } from "../../support/turns.ts";
import { type Content, content, replacedBenchmark } from "./replaced-benchmark.ts";

const replaced = replacedBenchmark();

describe("imports and runs at the same time", () => {
  const input = (name: string) =>
    ({
      benchmark: replaced.slug,
      model: { name },
      inputs: ["VIDEO"],
      visibility: "PUBLIC",
      idempotencyKey: `${replaced.slug} ${name}`,
    }) as const;
  const predictions = [{ question: "n0", response: "B" }];
  const releaseOf = async (run: number) =>
    (
      await replaced.server.data<{ run: { status: string; release: { version: number; current: boolean } } }>(
        "query ($id: ID!) { run(id: $id) { status release { version current } } }",
        { id: `run_${run}` },
      )
    ).run;

  it("imports replace each other in turn, and each reports the release that it replaced", async () => {
    await replaced.load(content(replaced.slug, 40));
    const reports = await Promise.all(
      [41, 42, 43].map((count) => replaced.load(content(replaced.slug, count), { replace: true })),
    );
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
    expect((await replaced.releases()).releases.filter(({ current }) => current)).toEqual([
      { version: 4, current: true },
    ]);
  });

  it("either a run uses the current release, or the import that would replace it is refused", async () => {
    await replaced.load(content(replaced.slug, 40));
    let accepted = 0;
    let version = 1;
    for (let round = 1; round <= 8; round++) {
      const pause = turns((round % 4) * 5);
      const [submitted, imported] = await Promise.allSettled([
        submitRun(replaced.server.services.runs, ADMIN, { ...input(`Red ${round}`), predictions }),
        pause.then(() => replaced.load(content(replaced.slug, 40 + round))),
      ]);
      if (submitted.status === "rejected") throw submitted.reason;
      expect(await releaseOf(submitted.value.run)).toMatchObject({ status: "SCORED", release: { current: true } });
      if (imported.status === "fulfilled") {
        accepted += 1;
        version = imported.value.releaseVersion;
      } else expect(imported.reason).toMatchObject({ details: { changes: { from: version, leaving: { scored: 1 } } } });
      await withdrawRun(replaced.server.services.runs, ADMIN, submitted.value.run, null);
    }
    expect((await replaced.releases()).releases).toHaveLength(1 + accepted);
  });

  it("a submission that starts before an import and ends after it is scored against the new release", async () => {
    await replaced.load(content(replaced.slug, 40));
    const { runs } = replaced.server.services;
    const importsFirst = (file: Content): RunServices => {
      let imported: Promise<unknown> | null = null;
      const transaction: Database["transaction"] = async (work, reach) => {
        imported ??= replaced.load(file);
        await imported;
        return runs.database.transaction(work, reach);
      };
      return { ...runs, database: { ...runs.database, transaction } };
    };
    const whole = await submitRun(importsFirst(content(replaced.slug, 41)), ADMIN, { ...input("Whole"), predictions });
    expect(whole).toMatchObject({ replayed: false, report: { questions: 41 } });
    expect(await releaseOf(whole.run)).toEqual({ status: "SCORED", release: { version: 2, current: true } });
    await withdrawRun(runs, ADMIN, whole.run, null);
    const { run } = await createRun(importsFirst(content(replaced.slug, 42)), ADMIN, input("Pieces"));
    expect(await releaseOf(run)).toEqual({ status: "OPEN", release: { version: 3, current: true } });
    await withdrawRun(runs, ADMIN, run, null);
    const renamed = content(
      replaced.slug,
      43,
      ({ questions }) => void Object.assign(questions[0] ?? {}, { key: "renamed" }),
    );
    const gone = submitRun(importsFirst(renamed), ADMIN, { ...input("Gone"), predictions });
    await expect(gone).rejects.toMatchObject({ code: "BAD_USER_INPUT", details: { report: { errorCount: 1 } } });
  });
});
