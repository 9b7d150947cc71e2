import { describe, expect, it } from "vitest";
import { content, replacedBenchmark } from "./replaced-benchmark.ts";

const USE = `mutation ($input: UseReleaseInput!) { useRelease(input: $input) { changed release { version current }
  changes { from to reasons questions { removed } leaving { scored models } returning { scored models } } } }`;

const replaced = replacedBenchmark();

describe("useRelease", () => {
  const use = (input: object, key?: string | null) =>
    replaced.server.request<{ useRelease: Record<string, unknown> }>(
      USE,
      { input: { benchmark: replaced.slug, ...input } },
      key === undefined ? {} : { key },
    );

  it("returns to a release and its runs, and needs the same consent as an import", async () => {
    await replaced.load(content(replaced.slug, 40));
    const old = await replaced.submit({ model: { name: "Blue" } });
    await replaced.load(content(replaced.slug, 41), { replace: true });
    expect(await replaced.board()).toEqual([]);
    const changes = { from: 2, to: 1, reasons: [], leaving: { scored: 0 }, returning: { scored: 1, models: ["Blue"] } };
    const before = await replaced.everything();
    expect((await use({ version: 1, dryRun: true })).data.useRelease).toMatchObject({ changed: false, changes });
    expect(await replaced.everything()).toEqual(before);
    expect((await use({ version: 1 })).data.useRelease).toMatchObject({
      changed: true,
      release: { version: 1, current: true },
      changes: { ...changes, questions: { removed: 1 } },
    });
    expect(await replaced.board()).toEqual([old.id]);
    expect(await replaced.releases()).toMatchObject({ questionCount: 40 });
    const refused = await use({ version: 2 });
    expect(refused.errors?.[0]).toMatchObject({
      message: expect.stringContaining("Release 2 would replace 1"),
      extensions: {
        code: "CONFLICT",
        details: { reason: "RELEASE_WOULD_REPLACE", changes: { leaving: { scored: 1, models: ["Blue"] } } },
      },
    });
    expect(await replaced.board()).toEqual([old.id]);
    expect((await use({ version: 2, replace: true })).data.useRelease).toMatchObject({ changed: true });
    expect(await replaced.board()).toEqual([]);
  });

  it("changes nothing if the release is the current one", async () => {
    await replaced.load(content(replaced.slug, 40));
    const before = await replaced.everything();
    expect((await use({ version: 1 })).data.useRelease).toEqual({
      changed: false,
      changes: null,
      release: { version: 1, current: true },
    });
    expect(await replaced.everything()).toEqual(before);
  });

  it("is refused to callers who do not maintain the benchmark, and for unknown releases and benchmarks", async () => {
    await replaced.load(content(replaced.slug, 40));
    const { createApiKey } = await replaced.server.data<{ createApiKey: { secret: string } }>(
      "mutation ($name: String!) { createApiKey(input: { name: $name }) { secret } }",
      { name: replaced.slug },
    );
    const codeOf = async (input: object, key?: string | null) => (await use(input, key)).errors?.[0]?.extensions.code;
    expect(await codeOf({ version: 1 }, createApiKey.secret)).toBe("FORBIDDEN");
    expect(await codeOf({ version: 1 }, null)).toBe("UNAUTHENTICATED");
    expect(await codeOf({ version: 9 })).toBe("NOT_FOUND");
    expect(await codeOf({ benchmark: "nowhere", version: 1 })).toBe("NOT_FOUND");
    // A built-in benchmark that has not been imported.
    expect(await codeOf({ benchmark: "mmworld", version: 1 })).toBe("NOT_FOUND");
  });
});
