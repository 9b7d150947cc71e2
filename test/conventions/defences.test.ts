import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { DEFENCES } from "../../scripts/measure/defences/defences.ts";

const ROOT = resolve(import.meta.dirname, "../..");

it.each(DEFENCES.map((each) => [each.name, each] as const))(
  "%s: its text is in the source exactly once, and its test file exists",
  (_, each) => {
    const parts = readFileSync(resolve(ROOT, each.file), "utf8").split(each.text);
    expect(parts).toHaveLength(2);
    expect(existsSync(resolve(ROOT, each.test))).toBe(true);
  },
);
