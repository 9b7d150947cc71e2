import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { snippets } from "../../src/dashboard/views/home/home-view.tsx";
import { skipsWithout } from "../support/required-tools.ts";
import { type ServedCheckout, serveCheckout } from "./served-checkout.ts";

/** Debian's Python comes first, because it may have pandas when another Python on the path does not. */
const python = ["/usr/bin/python3", "python3"].find(
  (program) => spawnSync(program, ["-c", "import pandas"]).status === 0,
);

describe("the snippets on the dashboard's home page", () => {
  let served: ServedCheckout;
  let expected: number;

  beforeAll(async () => {
    served = await serveCheckout();
    expected = (await send(codeOf("GraphQL"))).data.questions.totalCount;
  });
  afterAll(() => served.close());

  const codeOf = (name: string): string => snippets(served.url).find((snippet) => snippet.name === name)?.code ?? "";

  async function send(query: string): Promise<{ data: { questions: { totalCount: number } } }> {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${served.url}/graphql`, { method: "POST", headers, body: JSON.stringify({ query }) });
    return (await response.json()) as { data: { questions: { totalCount: number } } };
  }

  it("are all run here", () => {
    expect(snippets("http://h").map(({ name }) => name)).toEqual(["SDK", "CLI", "GraphQL", "curl", "Python"]);
    expect(expected).toBeGreaterThan(0);
  });

  it("the SDK code prints the count that GraphQL returns", async () => {
    await writeFile(join(served.checkout.folder, "snippet.ts"), codeOf("SDK"));
    expect(await served.checkout.run("npx tsx snippet.ts")).toBe(`${expected}\n`);
  });

  it("the CLI command prints this count", async () => {
    expect(await served.checkout.run(codeOf("CLI"))).toMatch(new RegExp(`^${expected}\\b`));
  });

  const hasCurl = spawnSync("curl", ["--version"]).status === 0;
  it.skipIf(skipsWithout("curl", hasCurl))(
    "the curl command prints this count as JSON (skipped without curl)",
    async () => {
      expect(JSON.parse(await served.checkout.run(codeOf("curl")))).toEqual({
        data: { questions: { totalCount: expected } },
      });
    },
  );

  it.skipIf(skipsWithout("pandas", python !== undefined))(
    "the Python code prints this count (skipped without pandas)",
    async () => {
      await writeFile(join(served.checkout.folder, "snippet.py"), codeOf("Python"));
      expect(await served.checkout.run(`${python} snippet.py`)).toBe(`${expected}\n`);
    },
  );
});
