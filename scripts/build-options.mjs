/** How the program is bundled into dist/. Packages stay outside: they are installed. @type {import("esbuild").BuildOptions} */
export const BUILD_OPTIONS = {
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
};
