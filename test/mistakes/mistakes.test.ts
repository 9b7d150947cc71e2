import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Omnidex, OmnidexInvalidFilterError } from "../../src/sdk/index.ts";
import { omnidex } from "../cli/cli-process.ts";
import { type SocketServer, startSocketServer } from "../server/socket-server.ts";
import { CLI, GRAPHQL, HTTP, type Mistake } from "./mistakes.ts";

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

/** As it stands in JSON, where quotes are escaped. */
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

  it.each(["leaderboard", "scoreTable"] as const)("%s: a filter that names nothing is an error", async (method) => {
    const client = new Omnidex({ url: socket.url });
    const options = { by: ["LEVEL" as const], filter: { categories: ["indors"] } };
    await expect(client[method]("omnidex-demo", options).page()).rejects.toMatchObject({ code: "INVALID_FILTER" });
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

it("there are at least 40, and docs/mistakes.md has them all", async () => {
  expect(GRAPHQL.length + HTTP.length + CLI.length).toBeGreaterThanOrEqual(40);
  // `npx vitest run test/mistakes -u` rewrites the page.
  await expect(mistakesPage()).toMatchFileSnapshot("../../docs/mistakes.md");
});

function mistakesPage(): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  const table = (rows: readonly Mistake[], code: string): string =>
    [
      `| What is asked | ${code} | Where | What the answer says |`,
      "| --- | --- | --- | --- |",
      ...rows.map((row) => `| \`${cell(row.asked)}\` | \`${row.code}\` | \`${cell(row.place)}\` | ${cell(row.says)} |`),
    ].join("\n");
  return `# Mistakes, and what is answered

<!-- Written by \`npx vitest run test/mistakes -u\`; do not edit. -->

No mistake is answered with an empty result. Each of these is sent to a server with the demo by a test
(\`test/mistakes\`), which compares the code, the place and the suggestion. In the SDK, \`INVALID_FILTER\` is an
\`OmnidexInvalidFilterError\`, whose \`faults\` have the place, the nearest names and how many are allowed.

## GraphQL

${table(GRAPHQL, "Code")}

## Files over HTTP

${table(HTTP, "Code")}

## The command line

${table(CLI, "Exit code")}
`;
}
