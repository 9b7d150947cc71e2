// `npm run measure:ingest`: bundles scripts/ingest/main.ts like the program, without the overhead of a TypeScript
// loader, and runs it. bench/results/speed.md describes what is measured and has the figures.
import { build } from "esbuild";

const outdir = "dist/measure-ingest";
await build({
  entryPoints: { main: "scripts/ingest/main.ts", "reading-worker": "src/server/services/reading/reading-worker.ts" },
  outdir,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
});
await import(new URL(`../${outdir}/main.js`, import.meta.url).href);
