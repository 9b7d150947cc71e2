import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { fakeModels } from "../captions/fake-models.ts";

interface OpenRun {
  readonly levels: Readonly<Record<string, number | null>>;
}

describe("the chance level", () => {
  let server: TestServer;
  beforeAll(async () => {
    // With caption models, so that all of AVI-Bench's tasks are scored.
    server = await createTestServer(fakeModels().models);
    await importFiles(server.database, "avi-bench", aviBenchFiles());
  });
  afterAll(() => server.close());

  async function submit<T>(benchmark: string, question: string, openEnded: boolean, fields: string): Promise<T> {
    const input = {
      benchmark,
      model: { name: "m" },
      inputs: ["VIDEO", "AUDIO"],
      openEnded,
      idempotencyKey: `${benchmark} ${openEnded}`,
      predictions: [{ question, response: "A" }],
    };
    return server.submit<T>(input, { fields });
  }

  it.each([false, true])(
    "is null in every score exactly if the run was asked without options: openEnded %s",
    async (openEnded) => {
      const { questions } = await server.data<{ questions: { nodes: { key: string }[] } }>(
        '{ questions(first: 1, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } } }',
      );
      const chance = openEnded ? { chance: null } : { chance: expect.closeTo(0.26, 1) };
      const run = await submit(
        "omnidex-demo",
        questions.nodes[0]?.key ?? "",
        openEnded,
        `score { chance } scorings { score { chance } }
       audit(extractor: "omnidex") { original { chance } score { chance } }`,
      );
      expect(run).toEqual({ score: chance, scorings: [{ score: chance }], audit: { original: chance, score: chance } });
    },
  );

  it.each([false, true])(
    "is null, and with it the stage-adaptive and domain-adaptive levels, exactly if the run is open-ended: openEnded %s",
    async (openEnded) => {
      const known = openEnded ? null : expect.any(Number);
      const { levels } = await submit<OpenRun>(
        "avi-bench",
        "AVM/0",
        openEnded,
        "levels { overall taskAdaptive modalityAdaptive stageAdaptive domainAdaptive }",
      );
      expect(levels).toEqual({
        overall: expect.any(Number),
        taskAdaptive: expect.any(Number),
        modalityAdaptive: expect.any(Number),
        stageAdaptive: known,
        domainAdaptive: known,
      });
    },
  );
});
