import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Block } from "./markdown-blocks.ts";
import type { ServedCheckout } from "./served-checkout.ts";
import { outputsByBlock, typescriptProgram } from "./typescript-program.ts";

/** The texts that a page shows in place of values that differ each time the server is started. */
const WRITTEN = {
  url: "http://127.0.0.1:4000",
  folder: "/home/me/omnidex",
  adminKey: "omx_admin_…",
  today: "2026-01-31",
  /** Runs get random numbers; only those of the demo are numbered from 1. */
  run: "run_1911199202",
};

/** `npm ci && npm start` and `npm link`, with or without a comment after it. */
const SET_UP = /^npm (?:ci && npm (?:run )?([\w:-]+)|link)(?: +#.*)?$/;

/** A text without trailing space. Columns beside a run's random number, whose length varies, are two spaces apart. */
const aligned = (text: string): string =>
  text.includes(WRITTEN.run) ? text.trimEnd().replaceAll(/(?<=\S) {2,}/g, "  ") : text.trimEnd();

/**
 * Does what a reader of a page does, block by block: `bash` is run in the checkout, `graphql` is sent to its server, and
 * all `ts` blocks are one program. A `json` or `text` block must equal the output of the block before it.
 */
export class PageRun {
  /** The output of the previous block; null if that block had none, or the output has been compared. */
  #answer: string | null = null;
  #programOutputs: readonly string[] | null = null;
  #programBlocks = 0;

  /** The dates that the page names. Any other date in an output is that of the run. */
  readonly #stated: ReadonlySet<string>;

  constructor(
    private readonly blocks: readonly Block[],
    private readonly served: ServedCheckout,
  ) {
    this.#stated = new Set(blocks.flatMap(({ text }) => text.match(/(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g) ?? []));
  }

  async run({ language, text }: Block): Promise<void> {
    if (language === "bash") this.#answer = await this.#runBash(text);
    else if (language === "graphql") this.#answer = await this.#sendDocument(text);
    else if (language === "ts") this.#answer = await this.#runProgram();
    else if (language === "json") expect(JSON.parse(this.#takeAnswer())).toEqual(JSON.parse(text));
    else if (language === "text") expect(aligned(this.#takeAnswer())).toBe(aligned(text));
    else throw new Error(`A page may hold bash, graphql, ts, json and text; this block is '${language}'.`);
  }

  #takeAnswer(): string {
    const answer = this.#answer;
    if (answer === null)
      throw new Error("This block shows an output, but every output before it was already compared.");
    this.#answer = null;
    return this.#asWritten(answer);
  }

  #asWritten(output: string): string {
    const { url, adminKey, checkout } = this.served;
    return output
      .replaceAll(/(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g, (day) => (this.#stated.has(day) ? day : WRITTEN.today))
      .replaceAll(url, WRITTEN.url)
      .replaceAll(checkout.folder, WRITTEN.folder)
      .replaceAll(adminKey, WRITTEN.adminKey)
      .replaceAll(/#code=[\w-]+/g, "#code=…")
      .replaceAll(/run_\d{5,}/g, WRITTEN.run);
  }

  /** Set-up lines are not run, because the checkout is already installed and served. The scripts that they name must exist. */
  async #runBash(text: string): Promise<string> {
    const { checkout, url, adminKey, greeting } = this.served;
    const setUps = text.split("\n").flatMap((line) => SET_UP.exec(line)?.[1] ?? []);
    for (const script of setUps) expect(Object.keys(checkout.scripts)).toContain(script);
    const rest = text
      .split("\n")
      .filter((line) => !SET_UP.test(line))
      .join("\n");
    expect(rest).not.toContain("npm ci");
    const output = await checkout.run(rest.replaceAll(WRITTEN.url, url), { OMNIDEX_ADMIN_KEY: adminKey });
    return setUps.includes("start") ? greeting + output : output;
  }

  /** Sends queries without an API key, and mutations with the administrator's. */
  async #sendDocument(query: string): Promise<string> {
    const { url, adminKey } = this.served;
    const authorization = query.trimStart().startsWith("mutation") ? { authorization: `Bearer ${adminKey}` } : {};
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...authorization },
      body: JSON.stringify({ query }),
    });
    const answer = await response.text();
    expect(JSON.parse(answer)).not.toHaveProperty("errors");
    return answer;
  }

  /** The whole program runs at its first block. */
  async #runProgram(): Promise<string> {
    this.#programOutputs ??= outputsByBlock(await this.#programOutput());
    const output = this.#programOutputs[this.#programBlocks];
    this.#programBlocks += 1;
    return output ?? "";
  }

  async #programOutput(): Promise<string> {
    const { checkout, url, adminKey } = this.served;
    const program = typescriptProgram(this.blocks).replaceAll(WRITTEN.url, url);
    await writeFile(join(checkout.folder, "page.ts"), program);
    return checkout.run("npx tsx page.ts", { OMNIDEX_ADMIN_KEY: adminKey, OMNIDEX_API_KEY: adminKey });
  }
}
