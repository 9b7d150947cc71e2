import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly link?: boolean }>>;
}

/** The text files under version control, except for those that the working tree no longer has. */
function trackedTexts(): [path: string, text: string][] {
  const list = execFileSync("git", ["-c", "safe.directory=*", "ls-files", "-z"], { cwd: ROOT, encoding: "utf8" });
  return list
    .split("\0")
    .filter((path) => path !== "")
    .flatMap((path): [string, string][] => {
      const text = readOrNull(path);
      return text === null || text.includes("\0") ? [] : [[path, text]];
    });
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(resolve(ROOT, path), "utf8");
  } catch {
    return null;
  }
}

describe.each(["package-lock.json", "bench/package-lock.json"])("%s", (path) => {
  const text = readFileSync(resolve(ROOT, path), "utf8");

  it("names no registry, so that npm installs from the configured one", () => {
    const { packages }: Lock = JSON.parse(text);
    const resolved = Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined && !entry.link);
    expect(resolved.map(([name]) => name)).toEqual([]);
  });
});

it("no tracked file names the folder of this checkout or the user's home", () => {
  // This checkout, its parent folder and the user's home. A top-level folder such as /app is left out, because any text
  // may contain it.
  const places = [ROOT, dirname(ROOT), homedir()].filter((path) => path.split("/").length > 2);
  const found = trackedTexts().flatMap(([path, text]) =>
    places.filter((place) => text.includes(`${place}/`)).map((place) => `${path} names ${place}`),
  );
  expect(found).toEqual([]);
});
