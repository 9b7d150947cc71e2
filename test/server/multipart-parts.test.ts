import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formBoundary, readForm } from "../../src/server/http/multipart-parts.ts";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The parts of a form as it was read: name, file name, content. */
async function partsOf(bytes: Uint8Array, size: number, boundary: string): Promise<unknown[]> {
  const parts: { name: string; fileName: string | null; content: string }[] = [];
  for await (const event of readForm(pieces(bytes, size), boundary)) {
    const last = parts.at(-1);
    if (event.kind === "part") parts.push({ name: event.name, fileName: event.fileName, content: "" });
    else if (last !== undefined) last.content += event.bytes.toString("latin1");
  }
  return parts;
}

const content = fc
  .array(fc.constantFrom("\r\n", "--", "\r", "\n", "x", "-", "é", "\0"), { maxLength: 30 })
  .map((all) => all.join(""));
const fileName = fc.array(fc.constantFrom("a", "é", '"', "/", " ", ";", "=", "漢", ".json"), {
  minLength: 1,
  maxLength: 8,
});

describe("a form that is read piece by piece", () => {
  it("has the parts that fetch wrote into it, however it is cut", async () => {
    const files = fc.array(
      fc.tuple(
        fileName.map((all) => all.join("")),
        content,
      ),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 200 }), async (written, size) => {
        const form = new FormData();
        form.append("note", "no file");
        for (const [name, text] of written) form.append("file", new Blob([text]), name);
        const request = new Request("http://localhost", { method: "POST", body: form });
        const boundary = formBoundary(request.headers.get("content-type") ?? undefined) ?? "";
        const expected = written.map(([name, text]) => ({
          name: "file",
          fileName: name,
          content: Buffer.from(text).toString("latin1"),
        }));
        const bytes = new Uint8Array(await request.arrayBuffer());
        expect(await partsOf(bytes, size, boundary)).toEqual([
          { name: "note", fileName: null, content: "no file" },
          ...expected,
        ]);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["nothing", ""],
    ["what is no form", "x"],
    ["a form without its end", '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'],
    ["a boundary that goes on", "--bc\r\n\r\n\r\n--b--"],
    ["headers without an end", `--b\r\nX: ${"x".repeat(20_000)}`],
  ])("refuses %s", async (_, text) => {
    await expect(partsOf(Buffer.from(text), 7, "b")).rejects.toThrow("The body is not a form");
  });

  it("reads a preamble, an epilogue and a part without headers", async () => {
    const text =
      "before\r\n--b \r\ncontent-disposition: form-data; name=file; filename=a.json\r\n\r\n1\r\n--b\r\n\r\n2\r\n--b--after";
    for (const size of [1, 5, 1000]) {
      expect(await partsOf(Buffer.from(text), size, "b")).toEqual([
        { name: "file", fileName: "a.json", content: "1" },
        { name: "", fileName: null, content: "2" },
      ]);
    }
  });

  it.each([
    ["multipart/form-data; boundary=abc", "abc"],
    ['Multipart/Form-Data; charset=utf-8; boundary="a b"', "a b"],
    ["application/json", null],
    ["multipart/form-data", null],
    [undefined, null],
  ])("finds the boundary of %j", (type, boundary) => {
    expect(formBoundary(type)).toBe(boundary);
  });
});
