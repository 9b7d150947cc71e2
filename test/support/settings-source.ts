import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FOLDER = resolve(import.meta.dirname, "../../src/server/config");

/** The text of all files that read the server's settings. */
export const settingsSource = (): string =>
  readdirSync(FOLDER)
    .map((name) => readFileSync(join(FOLDER, name), "utf8"))
    .join("\n");
