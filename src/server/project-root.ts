import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds `drizzle/` and `data/`, whether this runs from `src/` or from the bundle in `dist/`. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "drizzle", "meta", "_journal.json"))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error("The installation is incomplete: there is no drizzle/ folder above the program.");
    folder = parent;
  }
  return folder;
}

export const migrationsFolder = (): string => join(projectRoot(), "drizzle");
export const dataFile = (name: string): string => join(projectRoot(), "data", name);
export const packageFile = (): string => join(projectRoot(), "package.json");
/** Where `npm run build` puts the dashboard; absent if it has not been built. */
export const dashboardFolder = (): string => join(projectRoot(), "dist", "dashboard");
