import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Omnidex, OmnidexInvalidFilterError } from "../../src/sdk/index.ts";
import { inFolder, omnidex } from "../cli/cli-process.ts";
import { type SocketServer, startSocketServer } from "../server/socket-server.ts";
import { ADMIN_KEY } from "../support/test-server.ts";
import { type FileMistake, IMPORTS, SUBMISSIONS } from "./file-mistakes.ts";
import { CLI, GRAPHQL, HTTP, type Mistake } from "./mistakes.ts";
import { SDK } from "./sdk-mistakes.ts";

/** The response to a mistake as one text: the code, the message and the details. */
interface Said {
  readonly code: string;
  readonly text: string;
}

let socket: SocketServer;
beforeAll(async () => {
  socket = await startSocketServer();
});
afterAll(() => socket.close());

async function said(response: Response): Promise<Said> {
  const { errors } = (await response.json()) as {
    errors?: { message: string; extensions: { code: string; details?: unknown }; path?: unknown }[];
  };
  const [error] = errors ?? [];
  return { code: error?.extensions.code ?? "none", text: JSON.stringify(error ?? null) };
}

/** The text as it is written in JSON, where quotes are escaped. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

describe("GraphQL", () => {
  it.each(GRAPHQL)("$asked", async ({ asked, code, place, says }) => {
    const answer = await said(await socket.post(asked));
    expect(answer).toEqual({ code, text: expect.stringContaining(inJson(place)) });
    expect(answer.text).toContain(inJson(says));
  });
});

describe("HTTP", () => {
  it.each(HTTP)("$asked", async ({ asked, code, place, says }) => {
    const [path = "", search = ""] = asked.split("?");
    const [name = "", value = ""] = search.split(/=(.*)/);
    const query = search === "" ? "" : `?${name}=${encodeURIComponent(value)}`;
    const response = await fetch(`${socket.url}${path}${query}`);
    expect(response.status).toBeGreaterThanOrEqual(400);
    const answer = await said(response);
    expect(answer).toEqual({ code, text: expect.stringContaining(inJson(place)) });
    expect(answer.text).toContain(inJson(says));
  });
});

describe("the SDK", () => {
  it("throws an error with the faults", async () => {
    const client = new Omnidex({ url: socket.url });
    const asked = client.questions({ filter: { tasks: ["event-ordr"], benchmarks: ["omnidex-demo"] } }).toArray();
    const error = await asked.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OmnidexInvalidFilterError);
    expect(error).toMatchObject({ faults: [{ path: "filter.tasks[0]", nearest: ["event-order"] }] });
  });

  it.each(SDK)("$asked", async ({ call, code, place, says }) => {
    const client = new Omnidex({ url: socket.url, apiKey: ADMIN_KEY });
    const error = await call(client).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringContaining(place) });
    expect(error).toMatchObject({ message: expect.stringContaining(says) });
  });

  it("refuses a filter with a misspelt name in a leaderboard and in a score table", async () => {
    const client = new Omnidex({ url: socket.url });
    const filter = { categories: ["indors"] };
    for (const list of [
      client.leaderboard("omnidex-demo", { filter }),
      client.scoreTable("omnidex-demo", { by: ["LEVEL"], filter }),
    ])
      await expect(list.page()).rejects.toMatchObject({ code: "INVALID_FILTER" });
  });
});

describe("the CLI", () => {
  it.each(CLI)("omnidex $asked", async ({ asked, code, place, says }: Mistake) => {
    const { code: exit, stdout, stderr } = await omnidex(asked.split(" "), { OMNIDEX_URL: socket.url });
    expect(String(exit), stderr).toBe(code);
    expect(stdout).toBe("");
    expect(stderr).toContain(place);
    expect(stderr).toContain(says);
  });
});

describe.each([
  ["submissions", SUBMISSIONS],
  ["imports", IMPORTS],
])("%s", (_name, mistakes) => {
  it.each(mistakes)(
    "omnidex $asked: $what $place",
    async ({ asked, file, content, beside, code, place, says }: FileMistake) =>
      inFolder(async (folder) => {
        for (const [name, written] of [[file, content], ...(beside === undefined ? [] : [beside])] as const) {
          await mkdir(dirname(join(folder, name)), { recursive: true });
          if (written !== undefined) await writeFile(join(folder, name), written);
        }
        const isName = (word: string): boolean => word === file || file.startsWith(`${word}/`);
        const args = asked.split(" ").map((word) => (isName(word) ? join(folder, word) : word));
        const environment = { OMNIDEX_URL: socket.url, OMNIDEX_API_KEY: ADMIN_KEY };
        const { code: exit, stdout, stderr } = await omnidex(args, environment);
        expect(String(exit), stderr).toBe(code);
        expect(stdout).toBe("");
        expect(stderr).toContain(place);
        expect(stderr).toContain(says);
      }),
  );
});

it("docs/mistakes.md lists all mistakes, at least 80", async () => {
  const all = [GRAPHQL, HTTP, SDK, CLI, SUBMISSIONS, IMPORTS];
  expect(all.flat().length).toBeGreaterThanOrEqual(80);
  // `npx vitest run test/mistakes -u` rewrites the page.
  await expect(mistakesPage()).toMatchFileSnapshot("../../docs/mistakes.md");
});

function mistakesPage(): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  const table = (rows: readonly (Mistake & Pick<Partial<FileMistake>, "what">)[], code: string): string =>
    [
      `| What is asked | ${code} | Where | What the answer says |`,
      "| --- | --- | --- | --- |",
      ...rows.map(
        (row) =>
          `| \`${cell(row.asked)}\`${row.what === undefined ? "" : `: ${row.what}`} | \`${row.code}\` | \`${cell(row.place)}\` | ${cell(row.says)} |`,
      ),
    ].join("\n");
  return `# Mistakes, and what is answered

<!-- Written by \`npx vitest run test/mistakes -u\`; do not edit. -->

None of these mistakes is answered with an empty result. A test (\`test/mistakes\`) sends each of them to a server that holds
the demo, and compares the code, the place and the suggestion. In the SDK, \`INVALID_FILTER\` is an
\`OmnidexInvalidFilterError\`, whose \`faults\` have the place, the nearest names and the number of allowed values.

## GraphQL

${table(GRAPHQL, "Code")}

## Files over HTTP

${table(HTTP, "Code")}

## The SDK

\`run\` is \`{ benchmark: "omnidex-demo", model: { name: "my-model" }, inputs: ["VIDEO"] }\`, and \`row\` is
\`{ question: "video-001/0", response: "A" }\`.

${table(SDK, "Code")}

## The command line

${table(CLI, "Exit code")}

## Submissions

The files are in [\`test/mistakes/file-mistakes.ts\`](../test/mistakes/file-mistakes.ts). Nothing is stored.

${table(SUBMISSIONS, "Exit code")}

## Imports

${table(IMPORTS, "Exit code")}

## Names that are asked for

A lookup by the name of the thing itself (\`benchmark(slug:)\`, \`model(slug:)\`, \`run(id:)\`, \`node(id:)\`) answers null if
the thing does not exist, because the caller asked whether it does. \`question(benchmark:, key:)\` does the same for a key that the
benchmark does not have. In \`question\`, \`video\`, \`promptTemplates\`, \`challenge\`, \`finalBoard\`, \`maintainers\` and \`mergedOwners\` the benchmark
only says where to look; a benchmark that does not exist is \`NOT_FOUND\`. The SDK and the CLI turn a null for a run or a benchmark that they need into an error.
`;
}
