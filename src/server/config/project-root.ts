import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with `drizzle/` and `data/`. It is found both from `src/` and from the bundle in `dist/`. */
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
/** The pages of the documentation. */
export const docsFolder = (): string => join(projectRoot(), "docs");
/** The folder in which `npm run build` puts the Python client's wheel. It does not exist before the first build. */
export const pythonFolder = (): string => join(projectRoot(), "dist", "python");
/** The folder in which `npm run build` puts the dashboard. It does not exist before the first build. */
export const dashboardFolder = (): string => join(projectRoot(), "dist", "dashboard");
