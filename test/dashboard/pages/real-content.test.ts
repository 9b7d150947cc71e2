import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Omnidex } from "../../../src/sdk/index.ts";
import { omnidex as command } from "../../cli/cli-process.ts";
import { OMNIVIDEOBENCH_SHAPES, omniVideoBenchResults } from "../../fixtures/results/omnivideobench-results.ts";
import { generateRun } from "../../server/benchmarks/generated-run.ts";
import { type PlainVideo, plainQuestions } from "../../server/benchmarks/plain-omnivideobench.ts";
import { isDeep } from "../../support/cases.ts";
import { describeWith, findSharedDataset } from "../../support/shared-datasets.ts";
import { ADMIN_KEY, atRest, violations } from "./browser.ts";
import { postBenchmark } from "./import-file.ts";
import { describeInBrowser } from "./in-browser.ts";

/** Real outputs of two language models. */
const MODELS = ["gemini-1.5-pro-002", "Yi-6b-Chat"];

const PATHS = [
  "omnivideobench/data.json",
  "mmlu-pro/questions.jsonl.gz",
  ...MODELS.map((model) => `mmlu-pro/outputs/${model}.jsonl.gz`),
];
const found = PATHS.flatMap((path) => findSharedDataset(path)?.bytes ?? []);
const none = new Uint8Array();
const files = found.length === PATHS.length ? found : null;

interface MmluQuestion {
  readonly id: number;
  readonly question: string;
  readonly options: readonly string[];
  readonly answer: string;
  readonly category: string;
}

const recordsOf = <T>(bytes: Uint8Array): readonly T[] =>
  gunzipSync(bytes)
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

/** MMLU-Pro in Omnidex's own format. */
const ownBenchmark = (questions: readonly MmluQuestion[]): object => ({
  benchmark: { slug: "mmlu-pro", title: "MMLU-Pro", license: "Apache-2.0" },
  tasks: [...new Set(questions.map(({ category }) => category))].map((name) => ({ name, level: "REASONING" })),
  questions: questions.map(({ id, question, options, answer, category }) => ({
    ...{ key: String(id), task: category, text: question, options },
    answer: { position: answer.charCodeAt(0) - "A".charCodeAt(0) },
  })),
});

describeWith(files, PATHS.join(", "), "with real content", ([omniVideoBench = none, mmluPro = none, ...outputs]) =>
  describeInBrowser("real benchmarks", (dashboard) => {
    let folder: string;
    let omnidex: Omnidex;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "omnidex-real-"));
      omnidex = dashboard.omnidex;
      await submitOmniVideoBench();
      await submitMmluPro();
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    /** Submits a result file with the command that the README shows. */
    async function submit(
      name: string,
      content: string | Uint8Array,
      benchmark: string,
      model: string,
      inputs: string,
    ) {
      const path = join(folder, name);
      await writeFile(path, content);
      const finished = await command(
        ["submit", path, "-b", benchmark, "--model", model, "--inputs", inputs, "--visibility", "public"],
        { OMNIDEX_URL: dashboard.url, OMNIDEX_API_KEY: ADMIN_KEY },
      );
      expect([finished.code, finished.stderr]).toEqual([0, expect.anything()]);
    }

    /** Submits five runs in the formats of OmniVideoBench's scripts. They are simulated, because no outputs are published. */
    async function submitOmniVideoBench(): Promise<void> {
      await postBenchmark(dashboard.url, "omnivideobench", new File([new Uint8Array(omniVideoBench)], "data.json"));
      const videos: readonly PlainVideo[] = JSON.parse(new TextDecoder().decode(omniVideoBench));
      for (const [place, shape] of [...OMNIVIDEOBENCH_SHAPES, "qwen" as const].entries()) {
        const rows = generateRun(plainQuestions(videos), 20 + place).map(({ row }) => row);
        const outputs = new Map(rows.flatMap(({ question, response }) => (response ? [[question, response]] : [])));
        const file = omniVideoBenchResults(shape, videos as never, outputs);
        await mkdir(join(folder, String(place)), { recursive: true });
        await submit(`${place}/${file.name}`, file.bytes, "omnivideobench", `${shape}-${place}`, "video,audio");
      }
    }

    async function submitMmluPro(): Promise<void> {
      const questions = recordsOf<MmluQuestion>(mmluPro).filter((_, index) => isDeep || index % 4 === 0);
      const kept = new Set(questions.map(({ id }) => id));
      await postBenchmark(
        dashboard.url,
        "mmlu-pro",
        new File([JSON.stringify(ownBenchmark(questions))], "mmlu-pro.json"),
      );
      for (const [place, model] of MODELS.entries()) {
        const rows = recordsOf<{ id: number; response: string }>(outputs[place] ?? none);
        const lines = rows
          .filter(({ id }) => kept.has(id))
          .map(({ id, response }) => JSON.stringify({ question: String(id), response }));
        await submit(`${model}.jsonl`, lines.join("\n"), "mmlu-pro", model, "text");
      }
    }

    /** Saves a picture in the folder that `OMNIDEX_PICTURES` names, if it is set. */
    async function picture(page: Page, name: string): Promise<void> {
      const target = process.env.OMNIDEX_PICTURES;
      if (target !== undefined) await page.screenshot({ path: join(target, `real-${name}.png`), fullPage: true });
    }

    const filterOf = (page: Page): string => new URL(page.url()).searchParams.get("filter") ?? "";

    it.each([
      {
        ...{ slug: "omnivideobench", title: /OmniVideoBench/, runs: 5, group: "Category", isOpen: false },
        ...{ field: "categories", dimension: "Level", clusters: /clustered over \d+ videos/, hasFigures: true },
      },
      {
        ...{ slug: "mmlu-pro", title: /MMLU-Pro/, runs: 2, group: "Task", isOpen: true },
        ...{ field: "tasks", dimension: "Task", clusters: /no two questions share a video/, hasFigures: false },
      },
    ])(
      "a new user finds $slug, chooses a slice, and reads and compares runs over it",
      async ({ slug, title, runs, group, isOpen, field, dimension, clusters, hasFigures }) => {
        const page = await dashboard.open("/");
        const benchmark = await omnidex.benchmark(slug);
        await page
          .getByText(`${benchmark?.questionCount.toLocaleString("en")} questions`)
          .first()
          .waitFor();
        await picture(page, `home-${slug}`);
        await page.getByRole("link", { name: title }).first().click();
        await page.locator(".board-table tbody tr[data-index]").first().waitFor();
        await picture(page, `${slug}-leaderboard`);
        const figures = page.getByText("Papers' figures", { exact: true });
        if (hasFigures) await figures.click();
        else await expect.poll(() => figures.count()).toBe(0);
        const rows = page.locator(".board-table tbody tr[data-index]");
        await expect.poll(() => rows.count()).toBe(runs);

        // A group that is the only one of its slice builder is open at first.
        const head = page.getByRole("button", { name: group, exact: true });
        expect(await head.getAttribute("aria-expanded")).toBe(String(isOpen));
        if (!isOpen) await head.click();
        const value = page.locator(`.facet-values[aria-label="${group}"] .facet-value`).first();
        const size = await value.locator(".facet-count").innerText();
        await value.click();
        await page.getByText(`${size} questions ·`).waitFor();
        const filter = JSON.parse(filterOf(page));
        expect(Object.keys(filter)).toEqual([field]);
        const board = await omnidex.leaderboard(slug, { filter, published: false }).toArray();
        const values = rows.locator(".board-value");
        const shown = (await values.allInnerTexts()).map(Number);
        for (const [place, entry] of board.entries())
          expect(Math.abs((shown[place] ?? Number.NaN) - 100 * entry.value)).toBeLessThanOrEqual(0.5);
        await picture(page, `${slug}-slice`);
        expect(await violations(page)).toEqual([]);

        await rows.locator("th a").first().click();
        await page.locator(".score-value").waitFor();
        expect(JSON.parse(filterOf(page))).toEqual(filter);
        await page.locator(".outcome-wrong, .outcome-correct").first().waitFor();
        await page.getByText(clusters).waitFor();
        await picture(page, `${slug}-run`);
        expect(await violations(page)).toEqual([]);

        await page.goBack();
        for (const place of [0, 1])
          await page
            .getByRole("checkbox", { name: /^Compare / })
            .nth(place)
            .press("Space");
        await page.getByRole("link", { name: "Compare 2 runs" }).click();
        await page.getByRole("heading", { name: /^Differences to / }).waitFor();
        await atRest(page);
        // All questions of MMLU-Pro have the same level, so its comparison begins with tasks.
        const picked = page.locator("section[aria-labelledby=differences] [aria-checked=true]");
        expect(await picked.innerText()).toBe(dimension);
        await picture(page, `${slug}-compare`);

        const questions = await dashboard.open(`/questions?benchmark=${slug}&filter=${JSON.stringify(filter)}`);
        await questions.getByText(`${size} questions`, { exact: true }).waitFor();
        expect(await questions.locator(".question-text").count()).toBeGreaterThan(0);
        await picture(questions, `${slug}-questions`);
        expect(dashboard.faults).toEqual([]);
      },
    );
  }),
);
