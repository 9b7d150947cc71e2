import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const PROTOCOL = "protocol { fps resolution temperature topP maxTokens promptHash harness harnessVersion }";
const NOTHING = Object.fromEntries(
  ["fps", "resolution", "temperature", "topP", "maxTokens", "promptHash", "harness", "harnessVersion"].map((name) => [
    name,
    null,
  ]),
);

interface Stated {
  readonly id: string;
  readonly protocol: object | null;
}

const submit = (name: string, run: object = {}): Promise<Stated> =>
  server.submit<Stated>(
    {
      benchmark: "omnidex-demo",
      model: { name },
      inputs: ["VIDEO"],
      visibility: "PUBLIC",
      predictions: [{ question: "video-001/0", response: "A" }],
      ...run,
    } as Parameters<TestServer["submit"]>[0],
    { fields: `id ${PROTOCOL}` },
  );

describe("how a run was made", () => {
  it("is kept as it is stated, and null if nothing is", async () => {
    const stated = {
      fps: 0.5,
      resolution: "448",
      temperature: 0,
      maxTokens: 1024,
      harness: "lmms-eval",
      harnessVersion: "0.5",
    };
    expect((await submit("stated", { protocol: stated })).protocol).toEqual({ ...NOTHING, ...stated });
    expect((await submit("nothing")).protocol).toBeNull();
    expect((await submit("only nulls", { protocol: { fps: null } })).protocol).toBeNull();
  });

  it("is replaced as a whole by updateRun, and removed by null", async () => {
    const { id } = await submit("changed", { protocol: { fps: 2, harness: "a" } });
    const change = async (protocol: object | null): Promise<unknown> => {
      const document = `mutation ($input: UpdateRunInput!) { updateRun(input: $input) { run { ${PROTOCOL} } } }`;
      const { updateRun } = await server.data<{ updateRun: { run: Stated } }>(document, {
        input: { run: id, protocol },
      });
      return updateRun.run.protocol;
    };
    expect(await change({ temperature: 1 })).toEqual({ ...NOTHING, temperature: 1 });
    expect(await change(null)).toBeNull();
  });

  it.each([
    [{ fps: -1 }, "protocol.fps"],
    [{ topP: 1.5 }, "protocol.topP"],
    [{ maxTokens: 0 }, "protocol.maxTokens"],
    [{ harness: "" }, "protocol.harness"],
    [{ resolution: "x".repeat(201) }, "protocol.resolution"],
  ])("is refused with the name of the field: %j", async (protocol, field) => {
    await expect(submit("refused", { protocol })).rejects.toThrow(field);
  });

  it("selects runs by their harness", async () => {
    const { id } = await submit("ours", { protocol: { harness: "our harness" } });
    const { runs } = await server.data<{ runs: { nodes: { id: string }[] } }>(
      '{ runs(filter: { harnesses: ["our harness"] }) { nodes { id } } }',
    );
    expect(runs.nodes).toEqual([{ id }]);
  });

  it("is listed where two compared runs differ, without the seed", async () => {
    const predictions = ["0", "1"].map((number) => ({ question: `video-001/${number}`, response: "A" }));
    const [a, b] = [
      await submit("a", { frames: 32, seed: 1, predictions, protocol: { fps: 2, harness: "lmms-eval" } }),
      await submit("b", {
        frames: 128,
        seed: 2,
        predictions,
        inputs: ["AUDIO", "VIDEO"],
        protocol: { harness: "lmms-eval" },
      }),
    ];
    const compare = async (...ids: string[]): Promise<unknown> => {
      const document = "query ($a: ID!, $b: ID!) { compareRuns(a: $a, b: $b) { differentSettings { setting a b } } }";
      const found = await server.data<{ compareRuns: { differentSettings: unknown } }>(document, {
        a: ids[0],
        b: ids[1],
      });
      return found.compareRuns.differentSettings;
    };
    expect(await compare(a.id, b.id)).toEqual([
      { setting: "inputs", a: "video", b: "video, audio" },
      { setting: "frames", a: "32", b: "128" },
      { setting: "frames per second", a: "2", b: null },
    ]);
    expect(
      await compare(
        a.id,
        (await submit("c", { frames: 32, predictions, protocol: { fps: 2, harness: "lmms-eval" } })).id,
      ),
    ).toEqual([]);
  });
});
