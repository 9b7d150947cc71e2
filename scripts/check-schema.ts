/**
 * Fails if the schema would break clients of the last release: `npm run schema:check`. With `--release`, stores the
 * schema in `schema/released/` under the version in package.json: `npm run schema:release`.
 */
import { readFile } from "node:fs/promises";
import { readSdl } from "./generate-sdl.ts";
import { breakingChanges, keepRelease, lastRelease, RELEASED } from "./schema-changes.ts";

async function release(sdl: string): Promise<void> {
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { readonly version: string };
  await keepRelease(RELEASED, version, sdl);
}

async function check(sdl: string): Promise<void> {
  const { version, sdl: released } = await lastRelease(RELEASED);
  const changes = await breakingChanges(released, sdl);
  if (changes.length === 0) return;
  console.error(
    `The schema would break clients of release ${version}:\n${changes.map((one) => `- ${one}`).join("\n")}`,
  );
  console.error("Keep the old fields and mark them @deprecated; they may be removed one release later.");
  process.exitCode = 1;
}

const sdl = await readSdl("schema");
await (process.argv.includes("--release") ? release(sdl) : check(sdl));
