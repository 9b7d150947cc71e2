import { describe, expect, it, onTestFinished } from "vitest";
import { uploadImport } from "../../../src/cli/benchmarks/import-anywhere.ts";
import { Omnidex } from "../../../src/sdk/index.ts";
import { serve } from "../../cli/cli-process.ts";
import { omnidexFixture, omnidexJson } from "../../fixtures/omnidex-fixture.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";

const SERVERS = 3;
const ROUNDS = 6;

describe.skipIf((process.env.TEST_DATABASE_URL ?? "") === "")(
  `${SERVERS} servers over one PostgreSQL (TEST_DATABASE_URL)`,
  () => {
    it("all use a release that was made current through one of them, even if they have cached answers", async () => {
      const database = await createTestDatabase();
      onTestFinished(() => database.drop());
      const environment = { DATABASE_URL: database.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY };
      const servers = await Promise.all(Array.from({ length: SERVERS }, () => serve(environment)));
      onTestFinished(async () => {
        await Promise.all(servers.map((server) => server.end()));
      });
      const [first, ...others] = servers;
      if (first === undefined) throw new Error("there is no server");
      const whole = omnidexFixture();
      const smaller = { ...whole, questions: whole.questions.slice(0, 6) };
      const connection = { url: first.url, apiKey: ADMIN_KEY };
      await uploadImport(connection, "my-bench", [omnidexJson(whole)]);
      const writers = servers.map(({ url }) => new Omnidex({ url, apiKey: ADMIN_KEY }));
      const run = await writers[0]?.submitRun({
        ...{ benchmark: "my-bench", model: { name: "Red" }, inputs: ["VIDEO"], visibility: "PUBLIC" },
        predictions: [{ question: "q1", response: "B" }],
      });
      await uploadImport(connection, "my-bench", [omnidexJson(smaller)], { replace: true });
      // Each server answers readers without a key from its cache.
      const readers = servers.map(({ url }) => new Omnidex({ url }));
      const seen = async (reader: Omnidex) => {
        const board = await reader.leaderboard("my-bench", { partial: true }).page();
        const benchmark = await reader.benchmark("my-bench");
        return [
          benchmark?.release?.version,
          benchmark?.questionCount,
          board.questions,
          board.nodes.map((entry) => (entry.__typename === "RankedRun" ? entry.run.id : null)),
        ];
      };
      const [OLD, NEW] = [
        [1, 9, 9, [run?.id]],
        [2, 6, 6, []],
      ];
      for (const reader of readers) await expect.poll(() => seen(reader)).toEqual(NEW);
      for (let round = 0; round < ROUNDS; round++) {
        const [version, expected] = round % 2 === 0 ? ([1, OLD] as const) : ([2, NEW] as const);
        const told = writers[round % SERVERS];
        await told?.useRelease({ benchmark: "my-bench", version, replace: true });
        // The server that received the call knows the new release at once, the others after the notification.
        expect(await seen(readers[round % SERVERS] as Omnidex)).toEqual(expected);
        for (const reader of readers) await expect.poll(() => seen(reader), { interval: 5 }).toEqual(expected);
      }
      expect(others).toHaveLength(SERVERS - 1);
      // A submission through any server goes to the release that is current now.
      for (const [index, writer] of writers.entries()) {
        const { release, id } = await writer.submitRun({
          ...{ benchmark: "my-bench", model: { name: `After ${index}` }, inputs: ["VIDEO"] },
          predictions: [{ question: "q1", response: "B" }],
        });
        expect([id === run?.id, release.version]).toEqual([false, 2]);
      }
    });
  },
);
