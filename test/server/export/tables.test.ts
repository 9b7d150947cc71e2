import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const table = async (path: string) => {
  const response = await server.app.request(`/export/tables/${path}`);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};

interface Found {
  readonly scoreTable: {
    readonly columns: readonly { readonly keys: readonly { readonly label: string }[] }[];
    readonly nodes: readonly {
      readonly model: { readonly name: string };
      readonly overall: { readonly value: number };
      readonly cells: readonly ({ readonly value: number } | null)[];
    }[];
  };
}

it("GET /export/tables has the numbers of scoreTable in each format", async () => {
  const { scoreTable } = await server.data<Found>(`{
    scoreTable(benchmark: "omnidex-demo", by: [LEVEL], published: false, first: 100) {
      columns { keys { label } }
      nodes { model { name } ... on ScoreTableRun { overall { value } cells { value } } }
    }
  }`);
  const heads = scoreTable.columns.map(({ keys }) => keys[0]?.label ?? "");
  const csv = await table("omnidex-demo.csv?by=LEVEL&published=false");
  expect(csv.type).toBe("text/csv; charset=utf-8");
  const [head, ...lines] = csv.text.trim().split("\r\n");
  expect(head).toBe(["model", "inputs", "all", ...heads].join(","));
  const first = scoreTable.nodes[0];
  expect(lines).toHaveLength(scoreTable.nodes.length);
  expect(lines[0]?.split(",").slice(2).map(Number)).toEqual([
    first?.overall.value,
    ...(first?.cells ?? []).map((cell) => cell?.value),
  ]);
  const latex = await table("omnidex-demo.tex?by=LEVEL&published=false");
  expect(latex.type).toBe("text/x-tex; charset=utf-8");
  for (const { overall, cells } of scoreTable.nodes)
    for (const cell of [overall, ...cells])
      if (cell !== null) expect(latex.text).toContain((100 * cell.value).toFixed(1));
  const { text } = await table("omnidex-demo.md?by=LEVEL&published=false");
  expect(text.split("\n")[0]).toBe(`| ${["Model", "Inputs", "All", ...heads].join(" | ")} |`);
});

it.each([
  ["omnidex-demo.xls?by=LEVEL", 400, "Tables are exported as tex, md, csv; got 'xls'."],
  ["omnidex-demo.tex?by=LEVEL&limit=3", 400, "There is no parameter 'limit' here"],
  ["omnidex-demo.tex?by=LEVEL&partial=yes", 400, "'partial' must be true or false; got 'yes'."],
  ["omnidex-demo.tex?by=LEVEL&filter=%7B", 400, "'filter' must be JSON"],
  ["omnidex-demo.tex?by=LEVEL&partial=true&partial=true", 400, "The parameter 'partial' is given 2 times."],
  ["omnidex-demo.tex?by=NONE", 400, "NONE"],
  ["omnidex-demo.tex", 400, "by"],
  ["no-such.tex?by=LEVEL", 404, "There is no benchmark 'no-such'"],
])("GET /export/tables/%s is refused with a reason", async (path, status, message) => {
  const found = await table(path);
  expect([found.status, found.text]).toEqual([status, expect.stringContaining(message)]);
});
