import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const DASHBOARD = join(import.meta.dirname, "../../src/dashboard");
/** GraphiQL is a page of its own. */
const files = readdirSync(DASHBOARD, { recursive: true, encoding: "utf8" }).filter(
  (path) => !path.startsWith("graphiql"),
);
const text = (path: string): string => readFileSync(join(DASHBOARD, path), "utf8");

it("styles.css imports every stylesheet of the dashboard", () => {
  const imported = [...text("styles.css").matchAll(/^@import "\.\/(.+)";$/gm)].map(([, path]) => path);
  const present = files.filter((path) => path.endsWith(".css") && path !== "styles.css");
  expect(imported.toSorted()).toEqual(present.toSorted());
});

it("no view imports a stylesheet, which other views would then lack until it has been opened", () => {
  const importing = files.filter((path) => /\.tsx?$/.test(path) && /import ".*\.css"/.test(text(path)));
  expect(importing).toEqual(["entry.tsx"]);
});
