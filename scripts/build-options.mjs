/**
 * How the program is bundled into dist/. Packages are not bundled, because they are installed. @type
 * {import("esbuild").BuildOptions}
 */
export const BUILD_OPTIONS = {
  // Threads and processes load the other files.
  entryPoints: {
    omnidex: "src/cli/main.ts",
    "reading-worker": "src/server/workers/reading-worker.ts",
    "import-reader": "src/server/workers/import-reader.ts",
    "loop-watchdog-thread": "src/server/telemetry/loop-watchdog-thread.mjs",
  },
  outdir: "dist",
  bundle: true,
  // A command loads only the code that it needs: `omnidex --help` opens no database.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
};
