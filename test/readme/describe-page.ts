import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "./checkout.ts";
import { localLinks, markdownBlocks } from "./markdown-blocks.ts";
import { PageRun } from "./page-run.ts";
import { type ServedCheckout, serveCheckout } from "./served-checkout.ts";
import { compilerErrors, typescriptProgram } from "./typescript-program.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The languages of blocks that are not run, because they are for another machine or another program. */
const SHOWN_ONLY: ReadonlySet<string> = new Set(["sh", "sql", "jsonc", "python"]);

/**
 * Tests that all commands and programs of a page work, and have the results that the page states. Blocks in `sh`, `sql` and
 * `jsonc` are not run, and those in `python` by `test/python`.
 * @param prepare puts the files into the checkout that the commands of the page read
 * @param isFirstStart whether the page is read right after `npm ci`; see `serveCheckout`
 */
export function describePage(
  path: string,
  prepare: (checkout: Checkout) => Promise<void> = async () => {},
  isFirstStart = false,
): void {
  const page = readFileSync(resolve(ROOT, path), "utf8");
  const blocks = markdownBlocks(page).filter(({ language }) => !SHOWN_ONLY.has(language));

  describe(path, () => {
    let served: ServedCheckout;
    let run: PageRun;
    beforeAll(async () => {
      served = await serveCheckout(isFirstStart);
      await prepare(served.checkout);
      run = new PageRun(blocks, served);
    });
    afterAll(() => served?.close());

    for (const block of blocks) it(`line ${block.line}: ${block.language}`, () => run.run(block));

    if (blocks.some(({ language }) => language === "ts"))
      it("has TypeScript blocks that compile as one program", () => {
        expect(compilerErrors(typescriptProgram(blocks))).toEqual([]);
      });

    it("has no link to a missing file", () => {
      const missing = localLinks(page).filter((link) => !existsSync(resolve(ROOT, dirname(path), link)));
      expect(missing).toEqual([]);
    });
  });
}
