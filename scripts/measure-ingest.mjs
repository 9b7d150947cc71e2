// Bundles scripts/ingest/main.ts as the program is bundled, without what a loader of TypeScript adds, and runs it:
// `npm run measure:ingest`. What is measured, and the figures, are in docs/performance.md.
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
