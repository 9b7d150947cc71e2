import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OmnidexError } from "../../../src/domain/errors.ts";
import type { AnswerAccess } from "../../../src/domain/exported-release.ts";
import type { ImportReport } from "../../../src/domain/import-report.ts";
import { ADMIN } from "../../../src/domain/viewer.ts";
import { importFiles } from "../../../src/server/benchmarks/import-files.ts";
import { ADMIN_KEY, type AnswerError, createTestServer, type TestServer } from "../../support/test-server.ts";
import { LABELS } from "./hidden-benchmark.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

interface Imported {
  readonly status: number;
  readonly body: ImportReport & { readonly errors?: readonly AnswerError[] };
}

/**
 * Imports a benchmark with two questions about each video, by the parameters of an import over HTTP; over HTTP itself if they begin with
 * a question mark. `version` is in the text of the questions.
 */
async function imported(
  slug: string,
  parameters: string,
  { videos = 40, version = 1 }: { readonly videos?: number; readonly version?: number } = {},
): Promise<Imported> {
  const questions = Array.from({ length: 2 * videos }, (_, index) => ({
    key: `q${index}`,
    video: `v${index >> 1}`,
    task: index % 4 < 2 ? "Counting" : "Order",
    level: "PERCEPTION",
    text: `Which one is it in version ${version}, number ${index} of ${slug}?`,
    options: ["the first", "the second", "the third", "the fourth"],
    answer: LABELS[index % 4],
  }));
  const keys = Array.from({ length: videos }, (_, index) => ({ key: `v${index}` }));
  const file = JSON.stringify({ benchmark: { slug, title: slug }, videos: keys, questions });
  if (parameters.startsWith("?")) return overHttp(slug, file, parameters);
  const given = Object.fromEntries(new URLSearchParams(parameters));
  const options = {
    answers: given.answers === undefined ? undefined : (given.answers.toUpperCase() as AnswerAccess),
    ...(given.public !== undefined && { public: Number(given.public) }),
    ...(given.open !== undefined && { open: Number(given.open) }),
    ...{ replace: given.replace === "true", dryRun: given.dryRun === "true", viewer: ADMIN },
  };
  try {
    const body = await importFiles(server.database, slug, [{ name: "f.json", bytes: Buffer.from(file) }], options);
    return { status: 200, body };
  } catch (error) {
    if (!(error instanceof OmnidexError)) throw error;
    const { message, code, details } = error;
    return { status: 400, body: { errors: [{ message, extensions: { code, details, requestId: "" } }] } as never };
  }
}

/** Imports as a maintainer does. It takes longer, because the server reads the files in a process of its own. */
async function overHttp(slug: string, file: string, parameters: string): Promise<Imported> {
  const form = new FormData();
  form.append("file", new Blob([file]), "f.json");
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const response = await server.app.request(`/import/${slug}${parameters}`, { method: "POST", body: form, headers });
  return { status: response.status, body: (await response.json()) as Imported["body"] };
}

const splitOf = async (slug: string) =>
  (
    await server.data<{ challenge: { split: object | null } | null }>(
      `{ challenge(benchmark: "${slug}") { split { publicShare privateOpensAt } } }`,
      {},
      { key: null },
    )
  ).challenge?.split ?? null;

const publicCount = async (slug: string): Promise<number> => {
  const [row] = await server.database.query(sql`
    select cardinality(public_ordinals)::int as count from board_splits where release_id =
      (select r.id from releases r join benchmarks b on b.id = r.benchmark_id where b.slug = ${slug}::text and r.is_current)`);
  return Number(row?.count ?? 0);
};

const leaderboard = (slug: string, board: string) =>
  server.request(`{ leaderboard(benchmark: "${slug}", board: ${board}) { totalCount } }`, {}, { key: null });

describe("an import that hides the answers", () => {
  it("puts half of the questions on the public board, and gives the private one no date", async () => {
    const preview = await imported("halves", "answers=hidden&dryRun=true");
    expect(preview.body).toMatchObject({ dryRun: true, publicShare: 0.5 });
    expect(await server.data(`{ benchmark(slug: "halves") { slug } }`)).toEqual({ benchmark: null });
    expect((await imported("halves", "answers=hidden")).body).toMatchObject({ status: "CREATED", publicShare: 0.5 });
    expect(await splitOf("halves")).toEqual({ publicShare: 0.5, privateOpensAt: null });
    expect(await publicCount("halves")).toBe(40);
    expect((await leaderboard("halves", "PUBLIC")).errors).toBeUndefined();
    expect((await leaderboard("halves", "PRIVATE")).errors?.[0]).toMatchObject({
      message: "The private board is closed, and has no opening date yet.",
      extensions: { code: "FORBIDDEN", details: { privateOpensAt: null } },
    });
  });

  it("the private board opens at the date that maintainers set", async () => {
    const move = (privateOpensAt: string) =>
      server.request(`mutation { movePrivateBoard(input: { benchmark: "halves", privateOpensAt: "${privateOpensAt}" }) {
        challenge { split { privateOpensAt } } } }`);
    expect((await move("2999-01-01T00:00:00Z")).data).toMatchObject({
      movePrivateBoard: { challenge: { split: { privateOpensAt: "2999-01-01T00:00:00.000Z" } } },
    });
    expect((await leaderboard("halves", "PRIVATE")).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect((await move("2020-01-01T00:00:00Z")).errors).toBeUndefined();
    expect((await leaderboard("halves", "PRIVATE")).errors).toBeUndefined();
  });

  it("divides the questions by another share, or not at all, as its maintainers wish", async () => {
    expect((await imported("quarter", "?answers=hidden&public=0.25")).body.publicShare).toBe(0.25);
    expect(await publicCount("quarter")).toBe(20);
    expect((await imported("single", "answers=hidden&public=1")).body.publicShare).toBeNull();
    expect(await splitOf("single")).toBeNull();
    expect((await leaderboard("single", "PUBLIC")).errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });

  it("has one board if there are too few questions for two, unless a share is requested", async () => {
    expect((await imported("few", "answers=hidden", { videos: 15 })).body.publicShare).toBeNull();
    expect((await imported("fewer", "answers=hidden&public=0.5", { videos: 15 })).body.errors?.[0]).toMatchObject({
      message: expect.stringContaining("Each part of the 30 questions needs at least 20"),
      extensions: { code: "BAD_USER_INPUT" },
    });
  });

  it("divides a new release as the current one is divided", async () => {
    expect((await imported("quarter", "replace=true", { version: 2 })).body).toMatchObject({
      ...{ status: "CREATED", releaseVersion: 2, answerAccess: "HIDDEN", publicShare: 0.25 },
    });
    expect(await publicCount("quarter")).toBe(20);
    expect((await imported("single", "replace=true", { version: 2 })).body.publicShare).toBeNull();
    expect((await imported("single", "replace=true&public=0.5", { version: 3 })).body.publicShare).toBe(0.5);
  });

  it("keeps the side of each video that the current release has, and draws the others", async () => {
    const publicVideos = async (): Promise<ReadonlySet<string>> => {
      const rows = await server.database.query(sql`
        select distinct v.key as key from questions q join videos v on v.id = q.video_id
          join releases r on r.id = q.release_id join benchmarks b on b.id = r.benchmark_id
          join board_splits s on s.release_id = r.id
        where b.slug = 'grows' and r.is_current and q.ordinal = any(s.public_ordinals)`);
      return new Set(rows.map(({ key }) => String(key)));
    };
    await imported("grows", "answers=hidden");
    const first = await publicVideos();
    await imported("grows", "replace=true", { version: 2, videos: 80 });
    const second = await publicVideos();
    const old = (video: string): boolean => Number(video.slice(1)) < 40;
    expect([first.size, second.size]).toEqual([20, 40]);
    expect(new Set([...second].filter(old))).toEqual(first);
  });

  it("makes two boards of the first release with enough questions, and refuses a share that no longer fits", async () => {
    expect((await imported("pilot", "answers=hidden", { videos: 15 })).body.publicShare).toBeNull();
    expect((await imported("pilot", "replace=true", { version: 2 })).body.publicShare).toBe(0.5);
    expect((await imported("shrinks", "answers=hidden&public=0.1", { videos: 200 })).body.publicShare).toBe(0.1);
    expect((await imported("shrinks", "replace=true", { version: 2 })).body.errors?.[0]?.extensions.code).toBe(
      "BAD_USER_INPUT",
    );
    expect((await imported("shrinks", "replace=true&public=0.5", { version: 2 })).body.publicShare).toBe(0.5);
  });

  it("keeps the boards of a release that is stored already", async () => {
    const again = await imported("quarter", "", { version: 1 });
    expect(again.body).toMatchObject({ status: "RESTORED", publicShare: 0.25 });
    expect((await imported("quarter", "public=0.25", { version: 1 })).body.status).toBe("UNCHANGED");
    expect((await imported("quarter", "public=0.5", { version: 1 })).body.errors?.[0]).toMatchObject({
      message: expect.stringContaining("its public board covers 25 % of the questions"),
      extensions: { code: "CONFLICT", details: { reason: "SPLIT_IS_STORED", publicShare: 0.25 } },
    });
  });

  it.each([
    ["visible&public=0.5", /'public' is for a release that hides its answers/],
    ["hidden&public=0", /'public' must be a share of the questions/],
    ["hidden&public=2", /'public' must be a share of the questions/],
    ["hidden&public=half", /'public' must be a share of the questions/],
  ])("is refused with answers=%s", async (parameters, message) => {
    expect((await imported("wrong", `?answers=${parameters}`)).body.errors?.[0]).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: "BAD_USER_INPUT" },
    });
  });

  it("is refused with a share for a stored release whose answers everyone sees", async () => {
    await imported("shown", "answers=visible");
    for (const share of ["0.5", "1"])
      expect((await imported("shown", `public=${share}`)).body.errors?.[0]).toMatchObject({
        message: expect.stringContaining("'public' is for a release that hides its answers"),
        extensions: { code: "BAD_USER_INPUT" },
      });
  });

  it("divides the hidden part of a release with an open part", async () => {
    const { body } = await imported("parts", "open=0.3&public=0.4", { videos: 100 });
    expect(body).toMatchObject({ publicShare: 0.4, open: { publicShare: null, answerAccess: "VISIBLE" } });
    expect(await splitOf("parts-open")).toBeNull();
  });
});

describe("splitLeaderboard, before a run is scored", () => {
  const split = (publicShare: number, privateOpensAt: string | null = null) =>
    server.request<{ splitLeaderboard: { challenge: { split: object | null } } }>(
      `mutation ($input: SplitLeaderboardInput!) {
        splitLeaderboard(input: $input) { challenge { split { publicShare privateOpensAt } } } }`,
      { input: { benchmark: "redone", publicShare, privateOpensAt } },
    );

  it("keeps a date that is set, and the questions about one image on one board", async () => {
    const questions = Array.from({ length: 120 }, (_, index) => ({
      key: `q${index}`,
      task: "Counting",
      level: "PERCEPTION",
      text: `Which one is it, number ${index}?`,
      options: ["the first", "the second"],
      answer: "A",
      media: [{ kind: "IMAGE", path: `images/${index >> 2}.png` }],
    }));
    const form = new FormData();
    form.append("file", new Blob([JSON.stringify({ benchmark: { slug: "images", title: "i" }, questions })]), "f.json");
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const done = await server.app.request("/import/images?answers=hidden", { method: "POST", body: form, headers });
    expect(done.status, await done.clone().text()).toBe(200);
    const torn = async (): Promise<number> => {
      const [row] = await server.database.query(sql`
        select count(*)::int as torn from (
          select m.path from questions q join media m on m.question_id = q.id join board_splits s on s.release_id = q.release_id
          where m.path like 'images/%' group by m.path having count(distinct q.ordinal = any(s.public_ordinals)) > 1) t`);
      return Number(row?.torn);
    };
    expect(await torn()).toBe(0);
    await server.data(
      `mutation { movePrivateBoard(input: { benchmark: "images", privateOpensAt: "2999-01-01T00:00:00Z" }) { __typename } }`,
    );
    await server.data(`mutation { splitLeaderboard(input: { benchmark: "images", publicShare: 0.4 }) { __typename } }`);
    expect(await torn()).toBe(0);
    expect(await splitOf("images")).toEqual({ publicShare: 0.4, privateOpensAt: "2999-01-01T00:00:00.000Z" });
  });

  it("replaces the boards, by one if the share is 1", async () => {
    await imported("redone", "answers=hidden");
    expect((await split(0.25)).data.splitLeaderboard.challenge.split).toEqual({
      publicShare: 0.25,
      privateOpensAt: null,
    });
    expect(await publicCount("redone")).toBe(20);
    expect((await split(1)).data.splitLeaderboard.challenge.split).toBeNull();
    expect(await publicCount("redone")).toBe(0);
    expect((await split(1, "2999-01-01T00:00:00Z")).errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    expect((await split(0.5, "2999-01-01T00:00:00Z")).errors).toBeUndefined();
  });
});
