import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { importHidden, keyOf } from "./hidden/hidden-benchmark.ts";
import { submit } from "./rescoring/rescoring-client.ts";

const LABEL = `mutation ($input: LabelErrorsInput!) { labelErrors(input: $input) { labelled run { id errorTypes {
  errorType predictions share } } } }`;
const READ = `query ($id: ID!, $types: [String!]) { run(id: $id) {
  errorTypes { errorType predictions share }
  audio: errorTypes(filter: { levels: [PERCEPTION] }) { errorType predictions }
  predictions { nodes { question { key } errorTypes } }
  filtered: predictions(filter: { errorTypes: $types }) { totalCount nodes { question { key } } } } }`;

interface Counted {
  readonly errorType: string;
  readonly predictions: number;
  readonly share?: number;
}
interface Labelled {
  readonly run: {
    readonly errorTypes: readonly Counted[] | null;
    readonly audio: readonly Counted[] | null;
    readonly predictions: { readonly nodes: readonly { question: { key: string }; errorTypes: string[] | null }[] };
    readonly filtered: { readonly totalCount: number; readonly nodes: readonly { question: { key: string } }[] };
  };
}

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const label = (run: string, labels: readonly object[], key?: string | null) =>
  server.request<{ labelErrors: { labelled: number; run: { errorTypes: readonly Counted[] } } }>(
    LABEL,
    { input: { run, labels } },
    key === undefined ? {} : { key },
  );
const read = (id: string, key?: string | null) =>
  server.data<Labelled>(READ, { id, types: ["wrong-count"] }, key === undefined ? {} : { key });

describe("the error types of predictions", () => {
  const keys = ["video-001/0", "video-001/1", "video-002/0"];
  let run: string;
  beforeAll(async () => {
    run = await submit(
      server,
      "omnidex-demo",
      "labelled",
      keys.map((question) => ({ question, response: "A" })),
    );
  });

  it("are stored for many predictions at once, counted, shown and filtered", async () => {
    const { data, errors } = await label(run, [
      { question: keys[0], errorTypes: ["wrong-count", "misheard", "wrong-count"] },
      { question: keys[1], errorTypes: ["wrong-count"] },
    ]);
    expect(errors).toBeUndefined();
    const counted = [
      { errorType: "wrong-count", predictions: 2, share: 1 },
      { errorType: "misheard", predictions: 1, share: 0.5 },
    ];
    expect(data.labelErrors).toEqual({ labelled: 2, run: { id: run, errorTypes: counted } });
    for (const key of [undefined, null]) {
      const found = (await read(run, key)).run;
      expect(found.errorTypes).toEqual(counted);
      expect(found.predictions.nodes.map(({ question, errorTypes }) => [question.key, errorTypes])).toEqual([
        [keys[0], ["misheard", "wrong-count"]],
        [keys[1], ["wrong-count"]],
        [keys[2], []],
      ]);
      expect(found.filtered).toEqual({
        totalCount: 2,
        nodes: keys.slice(0, 2).map((key) => ({ question: { key } })),
      });
      expect((found.audio ?? []).every(({ predictions }) => predictions <= 2)).toBe(true);
    }
  });

  it("of a prediction replace its former ones, and leave those of others", async () => {
    const { data } = await label(run, [
      { question: keys[0], errorTypes: ["misheard"] },
      { question: keys[1], errorTypes: [] },
    ]);
    expect(data.labelErrors).toMatchObject({
      labelled: 1,
      run: { errorTypes: [{ errorType: "misheard", predictions: 1, share: 1 }] },
    });
  });

  it.each<[object, RegExp]>([
    [
      { question: "none", errorTypes: [] },
      /labels\[1\]\.question: expected the key of a question of the run's release, found 'none'/,
    ],
    [
      { question: keys[0], errorTypes: [] },
      /labels\[1\]\.question: expected each question once, found 'video-001\/0' in row 0, too/,
    ],
    [
      { question: "video-003/0", errorTypes: [] },
      /labels\[1\]\.question: expected a question for which the run has a prediction, found 'video-003\/0'/,
    ],
    [
      { question: keys[1], errorTypes: ["Not a slug"] },
      /labels\[1\]\.errorTypes: expected a slug of at most 60 characters, such as wrong-count, found 'Not a slug'/,
    ],
    [
      { question: keys[1], errorTypes: "abcdefghijk".split("") },
      /labels\[1\]\.errorTypes: expected at most 10 error types, found 11/,
    ],
  ])("are refused as a whole for a bad row: %j", async (row, message) => {
    const before = await read(run);
    const { errors } = await label(run, [{ question: keys[0], errorTypes: ["misheard"] }, row]);
    expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    expect(errors?.[0]?.message).toMatch(message);
    expect(errors?.[0]?.extensions.details).toMatchObject({ row: 1, expected: expect.any(String) });
    expect(await read(run)).toEqual(before);
  });

  it("are given by the owner, maintainers and administrators only", async () => {
    const stranger = await keyOf(server, "stranger");
    const codes = async (key: string | null, id = run) =>
      (await label(id, [{ question: keys[0], errorTypes: ["misheard"] }], key)).errors?.[0]?.extensions.code;
    expect(await codes(null)).toBe("UNAUTHENTICATED");
    expect(await codes(stranger)).toBe("FORBIDDEN");
    const maintainer = await keyOf(server, "demo-maintainer");
    await server.data(
      `mutation { addMaintainer(input: { benchmark: "omnidex-demo", owner: "demo-maintainer" }) { benchmark } }`,
    );
    expect(await codes(maintainer)).toBeUndefined();
    expect(await codes(stranger, "run_999999")).toBe("NOT_FOUND");
  });

  it("of the papers are listed, and are the only ones of their benchmarks", async () => {
    const { errorTypes } = await server.data<{ errorTypes: { benchmark: string; slug: string }[] }>(
      "{ errorTypes { benchmark slug name description } }",
    );
    const slugs = (benchmark: string) =>
      errorTypes.filter((type) => type.benchmark === benchmark).map(({ slug }) => slug);
    expect(slugs("worldsense")).toEqual(["audio-understanding", "visual-understanding", "reasoning"]);
    expect(slugs("mmworld")).toEqual([
      ...["question-understanding", "audio-understanding", "visual-perception", "hallucinations", "reasoning"],
      ...["lack-of-domain-knowledge", "reject-to-answer"],
    ]);
  });
});

describe("the error types of a release with hidden answers", () => {
  it("are given and seen by maintainers and administrators only", async () => {
    const hidden = await importHidden(server, { slug: "labelled-secrets", count: 40 });
    const owner = await keyOf(server, "submitter");
    const { submitRun } = await server.data<{ submitRun: { run: { id: string } } }>(
      "mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }",
      {
        input: {
          benchmark: hidden.slug,
          model: { name: "m" },
          inputs: ["VIDEO"],
          visibility: "PUBLIC",
          predictions: hidden.keys.map((question) => ({ question, response: "A" })),
          idempotencyKey: "labelled-secrets",
        },
      },
      { key: owner },
    );
    const { id } = submitRun.run;
    const labels = [{ question: hidden.keys[0], errorTypes: ["wrong-count"] }];
    expect((await label(id, labels, owner)).errors?.[0]?.extensions.code).toBe("CONFLICT");
    expect((await label(id, labels)).data.labelErrors.labelled).toBe(1);
    for (const key of [owner, null]) {
      const { run } = await read(id, key);
      expect([run.errorTypes, run.audio]).toEqual([null, null]);
      expect(run.predictions.nodes.every(({ errorTypes }) => errorTypes === null)).toBe(true);
      expect(run.filtered).toEqual({ totalCount: 0, nodes: [] });
    }
    expect((await read(id)).run.filtered.totalCount).toBe(1);
  });
});
