import { createRequire } from "node:module";
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { nodePolyfills } from "vite-plugin-node-polyfills";

const require = createRequire(import.meta.url);
const reader = (file) => resolve("src/dashboard/readers", file);

/** How the dashboard is bundled into dist/dashboard, and served by `npm run dev`. @type {import("vite").InlineConfig} */
export const DASHBOARD_OPTIONS = {
  configFile: false,
  root: resolve("src/dashboard"),
  base: "/",
  logLevel: "warn",
  plugins: [
    react(),
    // The dashboard uses the command line's readers. In their worker, Node's modules are replaced by libraries for
    // browsers.
    nodePolyfills({
      // The plugin's own streams are those of Node 10, which cannot read async generators.
      overrides: { stream: "readable-stream" },
      exclude: ["process", "string_decoder"],
      globals: { Buffer: false, global: false, process: false },
    }),
  ],
  resolve: {
    // Only the worker that reads result files imports these.
    alias: [
      { find: /^(node:)?process\/?$/, replacement: require.resolve("process/browser.js") },
      { find: /^(node:)?string_decoder\/?$/, replacement: require.resolve("string_decoder/lib/string_decoder.js") },
      { find: /^.*\/reading\/parquet-worker\.ts$/, replacement: reader("decode-parquet.ts") },
      { find: "read-excel-file/node", replacement: reader("read-sheet.ts") },
    ],
  },
  worker: {
    format: "es",
    // Silences a warning about `eval` in a library's replacement of node:vm. The readers do not use it, and the content
    // security policy would block it.
    rolldownOptions: { checks: { eval: false } },
  },
  build: {
    outDir: resolve("dist/dashboard"),
    emptyOutDir: true,
    target: "es2023",
    // The content security policy allows data: URLs for images and fonts only.
    assetsInlineLimit: 0,
    // Every browser of this target preloads modules by itself. The policy would block the script for other browsers.
    modulePreload: { polyfill: false },
    sourcemap: true,
    // GraphiQL with its editor is 1 MB before compression; nothing else loads it.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      input: { index: resolve("src/dashboard/index.html"), graphiql: resolve("src/dashboard/graphiql.html") },
      // Silences a warning about a directive in a library, which has no effect after bundling, and one about a slow build.
      checks: { moduleLevelDirective: false, bundlerTimings: false },
    },
  },
};
