import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedCheckout, serveCheckout } from "./served-checkout.ts";

const FOLDER = resolve(import.meta.dirname, "../../examples");

describe("examples/", () => {
  let served: ServedCheckout;
  beforeAll(async () => {
    served = await serveCheckout();
  });
  afterAll(() => served.close());

  const run = (name: string): Promise<string> =>
    served.checkout.run(`npx tsx examples/${name}`, { OMNIDEX_URL: served.url, OMNIDEX_API_KEY: served.adminKey });

  it("are all named on their page and run here", () => {
    const programs = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));
    expect(programs).toEqual(["compare-runs.ts", "evaluate-model.ts", "slice-leaderboard.ts"]);
    const page = readFileSync(resolve(FOLDER, "README.md"), "utf8");
    for (const name of programs) expect(page).toContain(`](${name})`);
  });

  it("ask a model, and make one run with a score and an interval, even if they are run again", async () => {
    const first = await run("evaluate-model.ts");
    expect(first).toMatch(/^\d+\.\d % of \d+ \(95 %: \d+\.\d % to \d+\.\d %\)\n(.+: \d+\.\d % of \d+\n){1,3}$/);
    expect(await run("evaluate-model.ts")).toBe(first);
  });

  it("compare two runs, overall and by task", async () => {
    const text = await run("compare-runs.ts");
    expect(text).toMatch(/^.+ less .+: [+−]\d+\.\d points,\n95 %: [+−]\d+\.\d to [+−]\d+\.\d, p = [01]\.\d{3}\n/);
    expect(text).toMatch(/^.+: [+−]\d+\.\d, n = \d+$/m);
    expect(text).toMatch(/They differ first in:\n(- \S+\n){1,5}$/);
  });

  it("write leaderboards of several slices as one CSV", async () => {
    const [head, ...rows] = (await run("slice-leaderboard.ts")).trim().split("\n");
    expect(head).toBe('"slice","questions","rank","model","score","lower","upper"');
    expect(new Set(rows.map((row) => row.split(",")[0]))).toEqual(
      new Set(['"all"', '"music"', '"reasoning over long videos"']),
    );
    for (const row of rows) expect(row).toMatch(/^"[^"]+","\d+","\d+","[^"]+","[\d.]+","[\d.]+","[\d.]+"$/);
  });
});
