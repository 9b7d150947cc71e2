// Bundles the program into dist/. Packages stay outside: they are installed.
import { rm } from "node:fs/promises";
import { build, stop } from "esbuild";

// Chunks are named by their content: those of an earlier build would stay for ever.
await rm("dist", { recursive: true, force: true });
await build({
  // The threads that read responses load a file of their own, which lies beside the rest.
  entryPoints: { omnidex: "src/cli/main.ts", "reading-worker": "src/server/services/reading/reading-worker.ts" },
  outdir: "dist",
  bundle: true,
  // What a command does not need is loaded by no other: `omnidex --help` opens no database.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
});
// Its process would live as long as this one, which may go on to serve.
await stop();
