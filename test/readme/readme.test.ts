import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { aviBenchFiles } from "../fixtures/avi-bench-fixture.ts";
import { mmworldFixture, mmworldJson } from "../fixtures/mmworld-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson } from "../fixtures/worldsense-fixture.ts";
import { settingsSource } from "../support/settings-source.ts";
import type { Checkout } from "./checkout.ts";
import { describePage } from "./describe-page.ts";
import { markdownBlocks } from "./markdown-blocks.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Synthetic files that replace those of the four benchmarks, under the same names. */
async function writeBenchmarkFiles({ folder }: Checkout): Promise<void> {
  const files = [
    worldSenseJson(worldSenseFixture().slice(0, 50)),
    mmworldJson(mmworldFixture().slice(0, 50)),
    omniVideoBenchJson(omniVideoBenchFixture().slice(0, 50)),
    ...aviBenchFiles().slice(0, 2),
  ];
  for (const { name, bytes } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
}

describePage("README.md", writeBenchmarkFiles, true);

it("docs/operating.md and docs/limits.md list the settings with their defaults", () => {
  const settings = settingsSource();
  const read = [...settings.matchAll(/setting\("(\w+)"\)/g)].map((match) => match[1]);
  const pages = ["docs/operating.md", "docs/limits.md"].map((page) => readFileSync(resolve(ROOT, page), "utf8"));
  const rows = pages.join("\n").matchAll(/^\| `([A-Z_]+)` +\| ([^|]*)\|/gm);
  const listed = new Map([...rows].map(([, name, value]) => [name, value?.trim()]));
  expect(read.filter((name) => !listed.has(name))).toEqual([]);
  for (const [, name, value] of settings.matchAll(/setting\("(\w+)"\) \?\? "([^"]+)"/g)) {
    expect(listed.get(name)).toBe(`\`${value}\``);
  }
});

it("git ignores the files that the commands of README.md write", () => {
  const page = readFileSync(resolve(ROOT, "README.md"), "utf8");
  const written = markdownBlocks(page)
    .filter(({ language }) => language === "bash")
    .flatMap(({ text }) => [...text.matchAll(/(?<=^|[^<>])> ?(\w[\w./-]*)/gm)].map((match) => match[1] ?? ""));
  expect(written).toContain("outputs.jsonl");
  const { stdout } = spawnSync("git", ["check-ignore", "--no-index", ...written], { cwd: ROOT, encoding: "utf8" });
  expect(stdout.trim().split("\n").sort()).toEqual(written.sort());
});
