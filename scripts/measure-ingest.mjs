// Bundles scripts/ingest/main.ts as the program is bundled, without what a loader of TypeScript adds, and runs it:
// `npm run measure:ingest`. What is measured, and the figures, are in docs/performance.md.
import { build } from "esbuild";

const outfile = "dist/measure-ingest/main.js";
await build({
  entryPoints: ["scripts/ingest/main.ts"],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
});
await import(new URL(`../${outfile}`, import.meta.url).href);
