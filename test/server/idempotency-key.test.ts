import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

interface Made {
  readonly run: { readonly id: string };
  readonly replayed: boolean;
  readonly idempotencyKey: string;
}

const INPUT = { benchmark: "omnidex-demo", model: { name: "m" }, inputs: ["VIDEO"] };
const ROWS = [{ question: "video-049/1", response: "A" }];

it.each([
  ["submitRun", "SubmitRunInput", { predictions: ROWS }],
  ["createRun", "CreateRunInput", {}],
])(
  "%s without an idempotency key creates and returns one, which then returns the same run",
  async (field, type, rows) => {
    const document = `mutation($input: ${type}!) { made: ${field}(input: $input) { run { id } replayed idempotencyKey } }`;
    const make = async (key: object): Promise<Made> =>
      (await server.data<{ made: Made }>(document, { input: { ...INPUT, ...rows, ...key } })).made;
    const [first, second] = [await make({}), await make({ idempotencyKey: null })];
    expect(second.run.id).not.toBe(first.run.id);
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
    const { idempotencyKey } = first;
    expect(await make({ idempotencyKey })).toEqual({ ...first, replayed: true });
    expect(await make({ idempotencyKey: `own ${field}` })).toMatchObject({
      replayed: false,
      idempotencyKey: `own ${field}`,
    });
  },
);

describe("the order of the inputs", () => {
  const create = (idempotencyKey: string, inputs: readonly string[]) =>
    server.request<{ made: Made }>(
      "mutation($input: CreateRunInput!) { made: createRun(input: $input) { run { id } replayed idempotencyKey } }",
      { input: { ...INPUT, inputs, idempotencyKey } },
    );

  it("does not matter for a repeated call", async () => {
    const first = await create("ordered", ["AUDIO", "VIDEO"]);
    const second = await create("ordered", ["VIDEO", "AUDIO"]);
    expect(second.data.made).toEqual({ ...first.data.made, replayed: true });
    expect((await create("ordered", ["VIDEO"])).errors?.[0]?.extensions.code).toBe("CONFLICT");
  });

  /** The hash as older versions stored it: it depends on the order of the inputs. */
  const hashInOrder = (key: string, inputs: readonly string[]): string =>
    createHash("sha256")
      .update(`{"benchmark":"omnidex-demo","idempotencyKey":"${key}","inputs":${JSON.stringify(inputs)},`)
      .update(`"model":{"name":"m"},"visibility":"PRIVATE"}`)
      .digest("hex");

  it("is recognised in a repeated call if the stored hash still depends on it", async () => {
    const { data } = await create("old", ["AUDIO", "VIDEO"]);
    const stored = await server.database.query(sql`select input_hash from runs where idempotency_key = 'old'`);
    expect(stored).toEqual([{ input_hash: hashInOrder("old", ["VIDEO", "AUDIO"]) }]);
    const before = hashInOrder("old", ["AUDIO", "VIDEO"]);
    await server.database.query(sql`update runs set input_hash = ${before} where idempotency_key = 'old'`);
    expect((await create("old", ["AUDIO", "VIDEO"])).data.made).toEqual({ ...data.made, replayed: true });
  });
});
