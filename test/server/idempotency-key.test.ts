import { afterAll, beforeAll, expect, it } from "vitest";
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
])("%s without a key makes one and returns it; with that key it returns the same run", async (field, type, rows) => {
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
});
