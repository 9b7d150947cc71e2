import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RecipeProposal } from "../../src/domain/recipe-proposal.ts";
import { omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { worldSenseFixture, worldSenseJson } from "../fixtures/worldsense-fixture.ts";
import { admin, type SocketServer, startSocketServer } from "./socket-server.ts";

let server: SocketServer;
beforeAll(async () => {
  server = await startSocketServer();
});
afterAll(() => server.close());

interface Reply {
  readonly proposal?: RecipeProposal | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

const rows = (count: number): Buffer => {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      question: `What is heard in part ${index}?`,
      ...{ options: ["bell", "horn", "song", "drum"], answer: 1 + (index % 3), task: "Hearing" },
    }),
  );
  return Buffer.from(lines.join("\n"));
};

async function send(
  slug: string,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  parameters: string,
  headers: Readonly<Record<string, string>> = admin,
): Promise<{ readonly status: number; readonly body: Reply }> {
  const form = new FormData();
  for (const { name, bytes } of files) form.append("file", new File([new Uint8Array(bytes)], name));
  const response = await fetch(`${server.url}/import/${slug}${parameters}`, { method: "POST", headers, body: form });
  return { status: response.status, body: (await response.json()) as Reply };
}

const FILE = { name: "rows.jsonl", bytes: rows(400) };

it("POST /import/<benchmark>?propose=true proposes, takes choices, and imports nothing", async () => {
  const { status, body } = await send("my-rows", [FILE], "?propose=true");
  expect(status).toBe(200);
  expect(body.proposal).toMatchObject({ benchmark: "my-rows", recipe: null, questionCount: 400 });
  expect(body.proposal?.undecided.map(({ answers }) => answers[0]?.choice)).toEqual(["answerIs", "level"]);
  const decided = await send("my-rows", [FILE], "?propose=true&answerIs=POSITION_FROM_1&level=REASONING");
  const recipe = decided.body.proposal?.recipe ?? "";
  expect(recipe).toContain('answerIs: "POSITION_FROM_1"');
  const stored = () => server.server.data<{ benchmark: object | null }>('{ benchmark(slug: "my-rows") { slug } }');
  expect((await stored()).benchmark).toBeNull();
  const imported = await send("my-rows", [FILE, { name: "my-rows.yaml", bytes: Buffer.from(recipe) }], "");
  expect(imported).toMatchObject({ status: 200, body: { status: "CREATED", counts: { questions: 400 } } });
});

it("a packed file is proposed for as the plain one", async () => {
  const plain = await send("other-rows", [FILE], "?propose=true");
  const packed = await send("other-rows", [{ name: "rows.jsonl.gz", bytes: gzipSync(FILE.bytes) }], "?propose=true");
  expect(packed).toEqual(plain);
});

it("there is no proposal for files that need no recipe", async () => {
  const own = await send("my-bench", [omnidexJson()], "?propose=true");
  const official = await send("worldsense", [worldSenseJson(worldSenseFixture().slice(0, 2))], "?propose=true");
  expect([own, official]).toEqual([
    { status: 200, body: { proposal: null } },
    { status: 200, body: { proposal: null } },
  ]);
});

it("refuses others than maintainers, unknown parameters, choices that do not fit, and files without questions", async () => {
  const refusal = async (...sent: Parameters<typeof send>) => {
    const { status, body } = await send(...sent);
    const [error] = body.errors ?? [];
    return `${status} ${error?.extensions.code}: ${error?.message}`;
  };
  expect(await refusal("my-rows", [FILE], "?propose=true", {})).toMatch(/^403 FORBIDDEN: /);
  expect(await refusal("my-rows", [FILE], "?propose=true&dryRun=true")).toMatch(
    /^400 BAD_USER_INPUT: There is no parameter 'dryRun' beside 'propose'; allowed are title, /,
  );
  expect(await refusal("my-rows", [FILE], "?propose=true&text=nope")).toBe(
    "400 BAD_USER_INPUT: --text-field: the records have no field 'nope'. Their fields: .question, .options, .answer, .task.",
  );
  expect(await refusal("my-rows", [{ name: "v.csv", bytes: Buffer.from("a,b\n1,2\n") }], "?propose=true")).toMatch(
    /^400 BAD_USER_INPUT: v\.csv: expected records with the text of a question /,
  );
  expect(await refusal("My rows", [FILE], "?propose=true")).toMatch(/^400 BAD_USER_INPUT: A benchmark's slug has /);
});
