import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { valueText } from "../../../src/domain/texts.ts";
import { byteRange } from "../../../src/server/http/exports/file-response.ts";
import { CannotSpool, SpooledExports } from "../../../src/server/http/exports/spooled-exports.ts";
import { admin, type SocketServer, startSocketServer } from "../socket-server.ts";
import { exportPath, parseCsv, parseNdjson } from "./export-client.ts";

describe("a Range header", () => {
  it("is read by the rules of RFC 9110, for any numbers", () => {
    const size = fc.nat(50);
    fc.assert(
      fc.property(size, fc.nat(60), fc.nat(60), (bytes, first, last) => {
        const all = Array.from({ length: bytes }, (_, index) => index);
        const read = (header: string) => {
          const range = byteRange(header, bytes);
          return range === null || range === "unsatisfiable" ? range : all.slice(range.start, range.end + 1);
        };
        const from = all.slice(first);
        expect(read(`bytes=${first}-`)).toEqual(from.length === 0 ? "unsatisfiable" : from);
        const part = all.slice(first, last + 1);
        expect(read(`bytes=${first}-${last}`)).toEqual(
          last < first ? null : part.length === 0 ? "unsatisfiable" : part,
        );
        const end = last === 0 ? [] : all.slice(-last);
        expect(read(`bytes=-${last}`)).toEqual(end.length === 0 ? "unsatisfiable" : end);
      }),
    );
  });

  it.each([undefined, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "items=0-1", "bytes=0-1,4-5", "bytes=1.5-2"])(
    "is ignored if its value is %j",
    (header) => expect(byteRange(header, 100)).toBeNull(),
  );
});

describe("exports cached on disk", () => {
  async function* pieces(count: number, size: number) {
    for (let index = 0; index < count; index++) yield new Uint8Array(size).fill(index % 256);
  }
  const textOf = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer());

  it("are made once for all callers that request them at the same time", async () => {
    const exports = new SpooledExports();
    let made = 0;
    const make = () => {
      made += 1;
      return pieces(3, 10);
    };
    const found = await Promise.all(Array.from({ length: 5 }, () => exports.whole("a", make)));
    expect([made, new Set(found).size, found[0]?.size]).toEqual([1, 1, 30]);
    expect(await textOf(found[0]?.read(9, 10, () => {}) as ReadableStream)).toEqual(Buffer.from([0, 1]));
  });

  it("can be read to the end after newer exports have replaced them", async () => {
    const exports = new SpooledExports();
    const first = await exports.whole("first", () => pieces(4, 300_000));
    const reading = first.read(0, first.size - 1, () => void first.release());
    for (let index = 0; index < 60; index++) await (await exports.whole(`${index}`, () => pieces(1, 1))).release();
    expect(exports.known("first")).toBeUndefined();
    expect((await textOf(reading)).length).toBe(1_200_000);
  });

  it("report the end of each reader, whether it finishes, cancels or fails", async () => {
    const exports = new SpooledExports();
    let ended = 0;
    const done = () => {
      ended += 1;
    };
    const file = await exports.whole("a", () => pieces(2, 300_000));
    await textOf(file.read(0, file.size - 1, done));
    expect(ended).toBe(1);
    await file.read(0, file.size - 1, done).cancel();
    expect(ended).toBe(2);
    await file.release();
    for (let index = 0; index < 60; index++) await (await exports.whole(`${index}`, () => pieces(1, 1))).release();
    // The file is closed by now, so that reading fails.
    await expect(textOf(file.read(0, file.size - 1, done))).rejects.toThrow();
    expect(ended).toBe(3);
  });

  it("are discarded if they fail, and refused if they are too large", async () => {
    const exports = new SpooledExports();
    async function* failing(): AsyncGenerator<string, void, undefined> {
      yield "a";
      throw new Error("broken");
    }
    await expect(exports.whole("a", failing)).rejects.toThrow("broken");
    expect((await exports.whole("a", () => pieces(1, 5))).size).toBe(5);
    const big = new SpooledExports(1_000);
    await expect(big.whole("b", () => pieces(11, 100))).rejects.toThrow(CannotSpool);
  });

  it("are refused without a folder for temporary files, so that the caller gets the whole file", async () => {
    vi.stubEnv("TMPDIR", join(tmpdir(), "omnidex-missing-folder"));
    await expect(new SpooledExports().whole("a", () => pieces(1, 5))).rejects.toThrow(CannotSpool);
    vi.unstubAllEnvs();
  });
});

describe("GET /export with a Range header", () => {
  let socket: SocketServer;
  beforeAll(async () => {
    socket = await startSocketServer();
  });
  afterAll(() => socket.close());
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(`${socket.url}${path}`, { method, headers: { "accept-encoding": "identity", ...headers } });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  const paths = [
    exportPath("parquet", { levels: ["REASONING"] }),
    exportPath("csv"),
    exportPath("ndjson"),
    "/export/runs/run_1.parquet",
    "/export/runs/run_1?format=inspect",
  ];

  it.each(paths)("returns parts of %s that match the whole file", async (path) => {
    const whole = await bytesOf(await get(path));
    for (const [range, part] of [
      ["bytes=0-0", whole.subarray(0, 1)],
      ["bytes=100-1099", whole.subarray(100, 1_100)],
      ["bytes=1000-", whole.subarray(1_000)],
      ["bytes=-8", whole.subarray(-8)],
    ] as const) {
      const response = await get(path, { range });
      expect(response.status).toBe(206);
      expect(response.headers.get("content-length")).toBe(String(part.length));
      const start = range === "bytes=-8" ? whole.length - 8 : Number(/\d+/.exec(range)?.[0]);
      expect(response.headers.get("content-range")).toBe(`bytes ${start}-${start + part.length - 1}/${whole.length}`);
      expect((await bytesOf(response)).equals(part)).toBe(true);
    }
    const beyond = await get(path, { range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${whole.length}`]);
  });

  it("returns the length of a Parquet file for both HEAD and GET", async () => {
    const path = exportPath("parquet");
    const head = await get(path, {}, "HEAD");
    const whole = await get(path);
    for (const response of [head, whole]) {
      expect(response.headers.get("accept-ranges")).toBe("bytes");
      expect(response.headers.get("etag")).toMatch(/^"/);
      expect(response.headers.get("content-length")).toBe(head.headers.get("content-length"));
    }
    expect(String((await bytesOf(whole)).length)).toBe(head.headers.get("content-length"));
    expect((await bytesOf(head)).length).toBe(0);
  });

  it("returns the whole file if it has changed, or may have changed, since the first part was read", async () => {
    const path = exportPath("parquet");
    const etag = (await get(path, {}, "HEAD")).headers.get("etag") ?? "";
    expect((await get(path, { range: "bytes=0-3", "if-range": etag })).status).toBe(206);
    expect((await get(path, { range: "bytes=0-3", "if-range": '"another"' })).status).toBe(200);
    const weak = (await get(exportPath("csv"))).headers.get("etag") ?? "";
    expect((await get(exportPath("csv"), { range: "bytes=0-3", "if-range": weak })).status).toBe(200);
  });

  it("lets a caller with a key resume with its own validator", async () => {
    const path = exportPath("parquet");
    const open = (await get(path, {}, "HEAD")).headers.get("etag");
    const head = await get(path, admin, "HEAD");
    const etag = head.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(etag).not.toBe(open);
    expect(head.headers.get("cache-control")).toBe("private, no-cache");
    const whole = await bytesOf(await get(path, admin));
    const rest = await get(path, { ...admin, range: "bytes=1000-", "if-range": etag });
    expect(rest.status).toBe(206);
    expect((await bytesOf(rest)).equals(whole.subarray(1_000))).toBe(true);
    expect((await get(path, { ...admin, range: "bytes=1000-", "if-range": open ?? "" })).status).toBe(200);
    expect((await get(path, { ...admin, "if-none-match": etag })).status).toBe(304);
    expect((await get(path, { "if-none-match": etag })).status).toBe(200);
  });

  it("returns parts of the uncompressed file to readers that accept compression", async () => {
    const path = exportPath("ndjson");
    const whole = await bytesOf(await get(path));
    const response = await get(path, { range: "bytes=5-9999", "accept-encoding": "gzip, br" });
    expect([response.status, response.headers.get("content-encoding")]).toEqual([206, null]);
    expect((await bytesOf(response)).equals(whole.subarray(5, 10_000))).toBe(true);
  });

  it("refuses a part if it refuses the whole file", async () => {
    const wrong = await get(`/export/questions.csv?filter=${encodeURIComponent('{"levels":["NONE"]}')}`, {
      range: "bytes=0-",
    });
    expect(wrong.status).toBe(400);
    expect((await get("/export/runs/run_9999.csv", { range: "bytes=0-" })).status).toBe(404);
    for (const path of ["/export/runs/run_1.xlsx", "/export/runs/run_1.csv?format=csv"])
      expect(await (await get(path)).json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
  });

  it("serves another Parquet reader part by part", async () => {
    const requests: (string | null)[] = [];
    const reading: typeof fetch = (input, init) => {
      requests.push(new Headers(init?.headers).get("range"));
      return fetch(input, init);
    };
    const file = await asyncBufferFromUrl({ url: `${socket.url}${exportPath("parquet")}`, fetch: reading });
    const rows = await parquetReadObjects({ file, columns: ["key", "level"] });
    const lines = parseNdjson<{ key: string; level: string }>(await (await get(exportPath("ndjson"))).text());
    expect(rows).toEqual(lines.map(({ key, level }) => ({ key, level })));
    expect(requests.filter((range) => range !== null).length).toBeGreaterThan(0);
  });

  it("returns the same rows of a run in every format", async () => {
    const csv = parseCsv(await (await get("/export/runs/run_1.csv")).text());
    const parquet = await parquetReadObjects({ file: await (await get("/export/runs/run_1.parquet")).arrayBuffer() });
    const texts = parquet.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value == null ? "" : valueText(value)])),
    );
    expect(texts).toEqual(csv);
    const lines = parseNdjson<{ question: string }>(await (await get("/export/runs/run_1.ndjson")).text());
    expect(lines.map(({ question }) => question)).toEqual(csv.map(({ question }) => question));
  });
});
