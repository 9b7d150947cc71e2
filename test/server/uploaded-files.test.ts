import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withUploadedFiles } from "../../src/server/http/uploaded-files.ts";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The files of a form as they were stored: name and content. */
const filesOf = (bytes: Uint8Array, size: number, contentType = "multipart/form-data; boundary=b") =>
  withUploadedFiles({ contentType, pieces: pieces(bytes, size) }, "file", async (files) =>
    files.map((file) => ({ name: file.name, content: Buffer.from(file.bytes).toString("latin1") })),
  );

const content = fc
  .array(fc.constantFrom("\r\n", "--", "\r", "\n", "x", "-", "é", "\0"), { maxLength: 30 })
  .map((all) => all.join(""));
const fileName = fc
  .array(fc.constantFrom("a", "é", '"', "/", " ", ";", "=", "漢", ".json"), { minLength: 1, maxLength: 8 })
  .map((all) => all.join(""));

describe("the files of a form", () => {
  it("are at most a hundred, because each part takes memory, even if it is empty", async () => {
    const formOf = (parts: number): Buffer =>
      Buffer.from(
        `${'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n\r\n'.repeat(parts)}--b--\r\n`,
      );
    expect(await filesOf(formOf(100), 5_000)).toHaveLength(100);
    await expect(filesOf(formOf(101), 5_000)).rejects.toMatchObject({
      code: "BAD_USER_INPUT",
      message: "The form must have at most 100 parts.",
    });
  });

  it("equal those that fetch wrote, however the body is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fileName, content), { maxLength: 4 }),
        fc.integer({ min: 1, max: 200 }),
        async (written, size) => {
          const form = new FormData();
          form.append("note", "no file");
          form.append("other", new Blob(["of another field"]), "other.json");
          for (const [name, text] of written) form.append("file", new Blob([text]), name);
          const request = new Request("http://localhost", { method: "POST", body: form });
          const contentType = request.headers.get("content-type") ?? "";
          const bytes = new Uint8Array(await request.arrayBuffer());
          expect(await filesOf(bytes, size, contentType)).toEqual(
            written.map(([name, text]) => ({ name, content: Buffer.from(text).toString("latin1") })),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it("are complete even if they are longer than any buffer", async () => {
    const text = "0123456789\r\n--c".repeat(200_000);
    const form = new FormData();
    form.append("file", new Blob([text]), "long.json");
    form.append("file", new Blob(["{}"]), "short.json");
    const request = new Request("http://localhost", { method: "POST", body: form });
    const bytes = new Uint8Array(await request.arrayBuffer());
    const [long, short] = await filesOf(bytes, 65_536, request.headers.get("content-type") ?? "");
    expect(long?.content === text).toBe(true);
    expect(short).toEqual({ name: "short.json", content: "{}" });
  });

  it("are not read from a preamble, an epilogue or a part without headers", async () => {
    const text =
      "before\r\n--b\r\ncontent-disposition: form-data; name=file; filename=a.json\r\n\r\n1\r\n--b\r\n\r\n2\r\n--b--after";
    for (const size of [1, 5, 1000]) {
      expect(await filesOf(Buffer.from(text), size)).toEqual([{ name: "a.json", content: "1" }]);
    }
  });

  it.each([
    ["nothing", ""],
    ["a body that is not a form", "x"],
    ["a form without its end", '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'],
    ["a form that is cut off in the headers", "--b\r\nContent-Disposition: form-data"],
    ["a different boundary", '--c\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--c--'],
    ["headers without an end", `--b\r\nX: ${"x".repeat(20_000)}`],
  ])("are refused for %s", async (_, text) => {
    for (const size of [7, 100_000]) {
      await expect(filesOf(Buffer.from(text), size)).rejects.toMatchObject({
        message: expect.stringContaining("The body is not a form"),
      });
    }
  });

  it.each(["application/json", "multipart/form-data", "application/x-www-form-urlencoded", ""])(
    "are refused under the content type %j",
    async (contentType) => {
      await expect(filesOf(Buffer.from("--b--"), 7, contentType)).rejects.toThrow("The body is not a form");
    },
  );

  it("report the error that reading the body threw", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc');
      throw new RangeError("gone");
    }
    const form = { contentType: "multipart/form-data; boundary=b", pieces: broken() };
    await expect(withUploadedFiles(form, "file", async () => null)).rejects.toThrow(new RangeError("gone"));
  });
});
