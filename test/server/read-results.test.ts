import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "./access/key-calls.ts";
import { importHidden } from "./hidden/hidden-benchmark.ts";
import { admin, type SocketServer, startSocketServer } from "./socket-server.ts";

interface Line {
  readonly run?: {
    readonly file: string;
    readonly part: string | null;
    readonly header: { readonly model?: string; readonly inputs?: readonly string[]; readonly prompt?: string };
    readonly read: { readonly format: string; readonly predictions: number; readonly notes: readonly string[] };
  };
  readonly question?: string;
  readonly response?: string | null;
  readonly error?: string | null;
}
interface Refusal {
  readonly message: string;
  readonly extensions: {
    readonly code: string;
    readonly details?: { readonly read?: { readonly problems: readonly object[]; readonly problemCount: number } };
  };
}
interface Reply {
  readonly status: number;
  readonly lines: readonly Line[];
  readonly error: Refusal | null;
}

let socket: SocketServer;
beforeAll(async () => {
  socket = await startSocketServer();
});
afterAll(() => socket.close());

async function read(
  slug: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  parameters = "",
  headers: Readonly<Record<string, string>> = admin,
): Promise<Reply> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append("file", new Blob([content as never]), name);
  const response = await fetch(`${socket.url}/read/${slug}${parameters}`, { method: "POST", headers, body: form });
  const text = await response.text();
  if (!response.ok) return { status: response.status, lines: [], error: JSON.parse(text).errors[0] };
  const lines = text.trimEnd().split("\n");
  return { status: response.status, lines: lines.map((line) => JSON.parse(line)), error: null };
}

const exported = async (format: string): Promise<string> =>
  (await fetch(`${socket.url}/export/runs/run_2?format=${format}`, { headers: admin })).text();
const outputsOf = (lines: readonly Line[]): readonly unknown[] =>
  lines.filter(({ run }) => run === undefined).map(({ question, response, error }) => [question, response, error]);

const NAME = "20260101_000000_samples_omnidex_demo.jsonl";

describe("POST /read/<benchmark>", () => {
  it("joins the rows of any format to the questions, and says what the files state", async () => {
    const [plain, samples, results] = await Promise.all(["omnidex", "lmms-eval", "lmms-eval-results"].map(exported));
    const own = await read("omnidex-demo", { "rows.ndjson": plain ?? "" });
    expect(own.status).toBe(200);
    const expected = (plain ?? "")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(outputsOf(own.lines).toSorted()).toEqual(
      expected.map(({ question, response, error = null }) => [question, response, error]).toSorted(),
    );
    const { lines, error } = await read("omnidex-demo", {
      [NAME]: samples ?? "",
      "20260101_000000_results.json": results ?? "",
    });
    expect(error).toBeNull();
    expect(lines[0]?.run).toMatchObject({
      part: null,
      header: { model: expect.any(String), inputs: expect.any(Array) },
      read: { format: "lmms-eval", predictions: expected.length, problemCount: 0 },
    });
    expect(outputsOf(lines).toSorted()).toEqual(outputsOf(own.lines).toSorted());
    const packed = await read("omnidex-demo", { [`${NAME}.gz`]: gzipSync(samples ?? "") });
    expect(outputsOf(packed.lines)).toEqual(outputsOf(lines));
  });

  it("has a line for each run in the files, each followed by its rows", async () => {
    const wide = "index,small-model,large-model\n0,A,B\n1,C,\n";
    const keys = await socket.server.data<{ questions: { nodes: { key: string }[] } }>(
      `{ questions(filter: { benchmarks: ["omnidex-demo"] }, orderBy: { field: ORDINAL }, first: 2) { nodes { key } } }`,
    );
    const [first, second] = keys.questions.nodes.map(({ key }) => key);
    const text = wide.replace("index", "question").replace("\n0", `\n${first}`).replace("\n1", `\n${second}`);
    const { lines, error } = await read("omnidex-demo", { "wide.csv": text }, "?format=wide-table");
    expect(error).toBeNull();
    expect(lines.map(({ run, question, response }) => run?.part ?? [question, response])).toEqual([
      "small-model",
      [first, "A"],
      [second, "C"],
      "large-model",
      [first, "B"],
      // An empty cell is an empty response.
      [second, ""],
    ]);
  });

  it("lists the rows that cannot be used; allowPartial reads the others", async () => {
    const samples = (await exported("omnidex")).trim().split("\n").slice(0, 5);
    const wrong = [...samples, '{"question":"no-such-question","response":"A"}', "{"].join("\n");
    const refused = await read("omnidex-demo", { "rows.ndjson": wrong });
    expect(refused.error).toMatchObject({
      message: "2 rows cannot be used; nothing was submitted. 'allowPartial' submits the other 5.",
      extensions: { code: "BAD_USER_INPUT" },
    });
    expect(refused.error?.extensions.details?.read).toMatchObject({
      problemCount: 2,
      problems: [
        { file: "rows.ndjson", place: "line 6", reason: expect.stringContaining("no-such-question") },
        { file: "rows.ndjson", place: expect.stringContaining("line 7") },
      ],
    });
    const partly = await read("omnidex-demo", { "rows.ndjson": wrong }, "?allowPartial=true");
    expect(outputsOf(partly.lines)).toHaveLength(5);
  });

  it("reads as a recipe says that is sent with the file", async () => {
    const [row] = (await exported("omnidex")).split("\n");
    const { question } = JSON.parse(row ?? "");
    const recipe = [
      ...["recipe: 1", "benchmark: { slug: my-bench, title: Mine }", "question: { text: .q, task: .t }"],
      ...["results: { key: .which, response: .said }", ""],
    ].join("\n");
    const file = `${JSON.stringify({ which: question, said: "B" })}\n`;
    const reply = await read("omnidex-demo", { "own.jsonl": file, "own.yaml": recipe });
    expect(reply.error).toBeNull();
    expect(outputsOf(reply.lines)).toEqual([[question, "B", null]]);
    const broken = await read("omnidex-demo", { "own.jsonl": file, "own.yaml": "recipe: 1" });
    expect(broken.error?.message).toContain("own.yaml");
  });

  it("refuses callers who may not submit, unknown benchmarks and parameters, and files without results", async () => {
    const file = { "rows.ndjson": await exported("omnidex") };
    const refusal = async (slug: string, files: Parameters<typeof read>[1], parameters = "", headers = {}) => {
      const { status, error } = await read(slug, files, parameters, { ...admin, ...headers });
      return [status, error?.extensions.code, error?.message];
    };
    const nobody = await read("omnidex-demo", file, "", {});
    expect([nobody.status, nobody.error?.extensions.code]).toEqual([401, "UNAUTHENTICATED"]);
    const { secret } = await createKey(socket.server, { name: "reader", owner: "ann", scopes: ["READ"] });
    const reader = await read("omnidex-demo", file, "", { authorization: `Bearer ${secret}` });
    expect([reader.status, reader.error?.message]).toEqual([
      403,
      "'/read' needs a key with the scope SUBMIT; this key has READ.",
    ]);
    expect(await refusal("no-such", file)).toEqual([404, "NOT_FOUND", "There is no benchmark 'no-such'."]);
    expect(await refusal("omnidex-demo", file, "?partial=true")).toEqual([
      400,
      "BAD_USER_INPUT",
      "There is no parameter 'partial' here; allowed are format, epoch, allowPartial.",
    ]);
    expect(await refusal("omnidex-demo", file, "?epoch=0")).toContain(
      "'epoch' must be a whole number from 1; got '0'.",
    );
    expect(await refusal("omnidex-demo", file, "?format=xml")).toContainEqual(expect.stringContaining("got 'xml'."));
    expect(await refusal("omnidex-demo", {})).toContain("The form must hold at least one 'file' of results.");
    expect(await refusal("omnidex-demo", { "a.json": "{}" })).toContainEqual(expect.stringContaining("a.json"));
  });

  it("does not say of hidden answers whether a file has them", async () => {
    const { slug, keys, labels } = await importHidden(socket.server, { count: 40 });
    const { secret } = await createKey(socket.server, { name: "own", owner: "bea", scopes: ["SUBMIT"] });
    const rows = keys.map((key, index) =>
      JSON.stringify({
        ...{ doc_id: index, resps: ["A"], input: `Which one is it, number ${index}?` },
        score: {
          question_id: index,
          video_id: `v${Math.floor(index / 4)}`,
          question_key: key,
          answer: labels[index] === "A" ? "B" : "A",
        },
      }),
    );
    const file = { "20260101_000000_samples_secrets.jsonl": rows.join("\n") };
    const own = await read(slug, file, "", { authorization: `Bearer ${secret}` });
    const maintainer = await read(slug, file);
    expect(maintainer.lines[0]?.run?.read.notes).toContainEqual(
      expect.stringContaining("40 rows with another correct answer than this release"),
    );
    expect(own.lines[0]?.run?.read.notes).toEqual([]);
    expect(outputsOf(own.lines)).toEqual(outputsOf(maintainer.lines));
  });
});
