import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { plainRecords } from "../benchmarks/plain-avi-bench.ts";

const LEVELS = `overall taskAdaptive modalityAdaptive stageAdaptive domainAdaptive stages { stage value }`;

interface Levels {
  overall: number;
  taskAdaptive: number;
  modalityAdaptive: number;
  stageAdaptive: number;
  domainAdaptive: number;
  stages: { stage: string; value: number }[];
}

describe("AVI-Bench's four levels", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it("computed from Table 3 equal those printed in Table 5, in 111 of 112 cells", async () => {
    const { publishedCapabilityLevels: models } = await server.data<{
      publishedCapabilityLevels: { modelName: string; model: { name: string }; computed: Levels; printed: number[] }[];
    }>(`{ publishedCapabilityLevels { modelName model { name } printed computed { ${LEVELS} } } }`);
    const cells = models.flatMap(({ modelName, computed, printed }) => {
      const levels = [
        computed.taskAdaptive,
        computed.modalityAdaptive,
        computed.stageAdaptive,
        computed.domainAdaptive,
      ];
      return levels.map((level, index) => ({ modelName, index, off: Math.abs(level - (printed[index] ?? 9)) * 100 }));
    });
    expect([models.length, cells.length]).toEqual([28, 112]);
    expect(cells.filter(({ off }) => off > 0.02)).toEqual([
      { modelName: "GPT-4o", index: 3, off: expect.closeTo(0.11, 2) },
    ]);
  });

  it("exist only for a run over AVI-Bench", async () => {
    const files = aviBenchFiles();
    await importFiles(server.database, "avi-bench", files);
    const response = plainRecords(files).find(({ key }) => key === "AVM/0")?.answer;
    const { submitRun } = await server.data<{ submitRun: { run: { levels: Levels; official: Levels } } }>(
      `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run {
        levels { ${LEVELS} } official: levels(denominators: OFFICIAL) { ${LEVELS} } } } }`,
      {
        input: {
          benchmark: "avi-bench",
          model: { name: "m" },
          inputs: ["VIDEO", "AUDIO"],
          idempotencyKey: "levels",
          predictions: [{ question: "AVM/0", response }],
        },
      },
    );
    expect(submitRun.run.levels.stages.map(({ stage }) => stage)).toEqual([
      "PERCEPTION",
      "UNDERSTANDING",
      "REASONING",
      "SENSATION",
    ]);
    // The strict denominator includes unanswered questions. The official script leaves out such questions,
    // and tasks without any answer.
    expect(submitRun.run.levels.stages.map(({ value }) => value)).toEqual([
      expect.closeTo(1 / 250 / 4, 12),
      null,
      0,
      0,
    ]);
    expect(submitRun.run.official.stages.map(({ value }) => value)).toEqual([null, null, null, null]);
    const { run } = await server.data<{ run: { levels: null } }>(`{ run(id: "run_1") { levels { overall } } }`);
    expect(run.levels).toBeNull();
  });
});
