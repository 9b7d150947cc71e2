// Bundles ingest/main.ts like the program, without the overhead of a TypeScript loader, and runs it.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const outdir = "dist/measure-ingest";
await build({
  entryPoints: {
    main: "scripts/measure/ingest/main.ts",
    "reading-worker": "src/server/workers/reading-worker.ts",
  },
  outdir,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
});
await import(pathToFileURL(resolve(outdir, "main.js")).href);
