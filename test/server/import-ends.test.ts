import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BodyTooLargeError, limitedBody } from "../../src/server/http/body-limits.ts";
import { omnidexFixture, omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { admin, type SocketServer, startSocketServer } from "./socket-server.ts";

const oldTemporary = process.env.TMPDIR;
let folder: string;
let server: SocketServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "omnidex-imports-"));
  process.env.TMPDIR = folder;
  server = await startSocketServer();
});
afterAll(async () => {
  await server.close();
  if (oldTemporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = oldTemporary;
  await rm(folder, { recursive: true, force: true });
});

const uploads = async (): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => /^omnidex-(upload|import)/.test(name));

const send = async (
  slug: string,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  parameters = "",
): Promise<Response> => {
  const body = new FormData();
  for (const { name, bytes } of files) body.append("file", new File([new Uint8Array(bytes)], name));
  return fetch(`${server.url}/import/${slug}${parameters}`, { method: "POST", headers: admin, body });
};

const releases = () =>
  server.server.data<{
    benchmark: { releases: { version: number; current: boolean; questionCount: number }[] } | null;
  }>('{ benchmark(slug: "my-bench") { releases { version current questionCount } } }');

describe("the temporary files of an upload", () => {
  it("are removed if the sender disconnects in the middle of a file", async () => {
    const type = "multipart/form-data; boundary=b";
    const outgoing = request(`${server.url}/import/my-bench`, {
      method: "POST",
      headers: { ...admin, "content-type": type },
    });
    outgoing.on("error", () => {});
    outgoing.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.json"\r\n\r\n{"questions": [');
    outgoing.write("1,".repeat(500_000));
    await expect.poll(uploads, { timeout: 20_000 }).toHaveLength(1);
    outgoing.destroy();
    await expect.poll(uploads, { timeout: 20_000 }).toEqual([]);
    expect((await releases()).benchmark).toBeNull();
  });

  it("are never written if the upload states a length above the limit", async () => {
    const headers = { ...admin, "content-type": "multipart/form-data; boundary=b", "content-length": 2 ** 30 + 1 };
    const outgoing = request(`${server.url}/import/my-bench`, { method: "POST", headers });
    outgoing.on("error", () => {});
    outgoing.flushHeaders();
    const [incoming] = await once(outgoing, "response");
    outgoing.destroy();
    expect(incoming.statusCode).toBe(413);
    expect(await uploads()).toEqual([]);
  });

  it("are removed if a file is broken", async () => {
    const response = await send("my-bench", [{ name: "a.json", bytes: Buffer.from('{"questions": [') }]);
    expect(response.status).toBe(400);
    expect(await uploads()).toEqual([]);
  });
});

it("a body without a stated length is read only up to the limit", async () => {
  let given = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      given += 1;
      yield new Uint8Array(1_000);
    }
  }
  const read = async (): Promise<void> => {
    for await (const piece of limitedBody(endless(), 10_500)) expect(piece).toHaveLength(1_000);
  };
  await expect(read()).rejects.toThrow(BodyTooLargeError);
  expect(given).toBe(11);
});

it("concurrent imports of one benchmark become releases in turn, and one of them is current", async () => {
  const whole = omnidexFixture();
  const parts = [0, 1, 2].map((left) => omnidexJson({ ...whole, questions: whole.questions.slice(left) }));
  const answers = await Promise.all([...parts, ...parts].map((files) => send("my-bench", [files], "?replace=true")));
  const reports = (await Promise.all(answers.map((answer) => answer.json()))) as { status: string }[];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(reports.filter(({ status }) => status === "CREATED")).toHaveLength(3);
  const { benchmark } = await releases();
  expect(benchmark?.releases.map(({ version }) => version).sort()).toEqual([1, 2, 3]);
  expect(benchmark?.releases.filter(({ current }) => current)).toHaveLength(1);
  expect(await uploads()).toEqual([]);
});
