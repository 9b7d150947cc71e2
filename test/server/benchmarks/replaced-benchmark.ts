import { afterAll, beforeAll, beforeEach } from "vitest";
import { omnidexFixture, omnidexJson } from "../../fixtures/omnidex-fixture.ts";
import { type AdminImport, importFiles } from "../../support/admin-imports.ts";
import { rowsAs } from "../../support/count-rows.ts";
import { createTestServer, type SubmittedRun, type TestServer } from "../../support/test-server.ts";

export type Content = ReturnType<typeof omnidexFixture>;

/** A benchmark of `count` questions on two videos. `change` edits its content. */
export const content = (slug: string, count: number, change: (content: Content) => void = () => {}): Content => {
  const base = omnidexFixture();
  const questions = Array.from({ length: count }, (_, index) => ({
    key: `n${index}`,
    video: index % 2 === 0 ? "v1" : "v2",
    text: `Which of them is number ${index}?`,
    options: ["Rolo", "Mika"],
    answer: "B",
    task: "Listening",
  }));
  const made = { ...base, benchmark: { ...base.benchmark, slug }, questions } as Content;
  change(made);
  return made;
};

const RELEASES = `query ($slug: String!) { benchmark(slug: $slug) { questionCount releases { version current } } }`;

/** A server, and for each test a benchmark of its own that the test imports and replaces. */
export function replacedBenchmark() {
  let server: TestServer;
  let slug = "";
  let number = 0;

  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    number += 1;
    slug = `replaced-${number}`;
  });

  const load = (file: Content, options?: AdminImport) =>
    importFiles(server.database, slug, [omnidexJson(file)], options);

  const submit = (run: Partial<SubmittedRun> = {}, fields = "id") =>
    server.submit<{ id: string; release: { id: string; version: number } }>(
      {
        benchmark: slug,
        model: { name: "Red" },
        visibility: "PUBLIC",
        predictions: [{ question: "n0", response: "B" }],
        ...run,
      },
      { fields },
    );

  const releases = async () =>
    (
      await server.data<{ benchmark: { questionCount: number; releases: { version: number; current: boolean }[] } }>(
        RELEASES,
        { slug },
      )
    ).benchmark;

  const board = async () =>
    (
      await server.data<{ leaderboard: { nodes: { run: { id: string } }[] } }>(
        `query ($slug: String!) { leaderboard(benchmark: $slug, partial: true) { nodes { ... on RankedRun { run { id } } } } }`,
        { slug },
        { key: null },
      )
    ).leaderboard.nodes.map(({ run }) => run.id);

  /** All rows that an import could write, and the version of the data. */
  const everything = async () => {
    const tables = [
      "benchmarks",
      "releases",
      "questions",
      "videos",
      "answers",
      "media",
      "tasks",
      "categories",
      "audio_types",
    ];
    const hashes: string[] = [];
    for (const table of tables) {
      const text = `select coalesce(md5(string_agg(t::text || t.xmin::text, ';' order by t.id)), '') as hash from ${table} t`;
      const statement = {
        text: table === "answers" ? text.replace("t.id", "t.question_id, t.revision") : text,
        params: [],
      };
      hashes.push(`${table} ${(await rowsAs<{ hash: string }>(server.database, statement))[0]?.hash}`);
    }
    return { hashes, version: server.database.versions.current() };
  };

  return {
    get server(): TestServer {
      return server;
    },
    get slug(): string {
      return slug;
    },
    load,
    submit,
    releases,
    board,
    everything,
  };
}
