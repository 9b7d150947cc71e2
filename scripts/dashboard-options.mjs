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
      { find: /^.*\/parquet-worker\.ts$/, replacement: reader("decode-parquet.ts") },
      { find: "read-excel-file/node", replacement: reader("read-sheet.ts") },
    ],
  },
  worker: {
    format: "es",
    // Silences a warning about `eval` in a library's replacement of node:vm. The readers do not use it, and the content
    // security policy would block it.
    rolldownOptions: { checks: { eval: false }, output: { codeSplitting: false } },
  },
  build: {
    outDir: resolve("dist/dashboard"),
    emptyOutDir: false,
    target: "es2023",
    // The content security policy allows data: URLs for images and fonts only.
    assetsInlineLimit: 0,
    // Every browser of this target preloads modules by itself. The policy would block the script for other browsers.
    modulePreload: { polyfill: false },
    sourcemap: true,
    // GraphiQL with its editor is 1.4 MB before compression; nothing else loads it.
    chunkSizeWarningLimit: 1_500,
    // Silences a warning about a directive in a library, which has no effect after bundling, and one about a slow build.
    rolldownOptions: { checks: { moduleLevelDirective: false, bundlerTimings: false } },
  },
};

/**
 * The scripts of the dashboard: one for each view, one that all views share, and few others, so that a slow line does not
 * wait for many small files. A script has the modules that `test` matches and what they import, unless an earlier one has it.
 */
const SCRIPTS = [
  // What every view needs, with the small views and what the views below have in common.
  {
    name: "index",
    test: [
      "dashboard/index.html",
      "dashboard/views/(home/home-view|question/|signed-in/|admin/use-action)",
      "dashboard/(slices/(duration-brush|facet-group)|components/scroll-region)",
      "sdk/(print-document|redirects|repeatable|wait-for-run)",
      "@tanstack/react-query/.*/useInfiniteQuery",
      "react-aria-components/.*/(Disclosure|Heading)\\.",
    ],
  },
  // What the views over a slice share.
  {
    name: "sliced",
    test: [
      "dashboard/(slices|questions)/",
      "dashboard/figures/(?!svg-file)",
      "dashboard/copies/(copy-menu.tsx|copy-action)",
      "dashboard/components/(?!benchmark-select|field|file-|words)",
      "dashboard/views/(run/run-page-queries|questions/question-queries|leaderboard/(column-sort|score-table-source))",
      "sdk/(comparisons|generated/(scoring|item|comparison)-operations)",
      "domain/(coarse-scores|dimension-labels|run-protocol|texts|slice/filter-text)",
      "formats/(tables/(run-counts|comparison-table|ranked-lines|run-labels|table-source)|encoding/markdown)",
      "@tanstack/react-query/.*/useQueries",
    ],
  },
  // What opens over a view on request, and the fields of forms.
  { name: "dialogs", test: ["dashboard/(palette/palette|shell/key-dialog|copies/copy-menu-items|components/field)"] },
  // What `/submit` and `/admin` share.
  {
    name: "files",
    test: [
      "dashboard/(components/(benchmark-select|file-)|views/submit/reader-report-card)",
      "react-aria-components/.*/Checkbox\\.",
    ],
  },
  { name: "admin-view", test: ["dashboard/views/admin/(?!proposal-card)", "sdk/generated/admin-operations"] },
  // What is loaded on request.
  {
    name: "copies",
    test: [
      "dashboard/views/leaderboard/(copy-snippets|board-copies|score-table-copies)",
      "formats/(tables/(breakdown-table|text-table)|omnidex/plain-runs)",
    ],
  },
  {
    name: "parts",
    test: [
      "dashboard/views/(run/(audit.tsx|error-label-form|prediction-panel)|items/key-review-form|admin/proposal-card)",
    ],
  },
  { name: "submission", test: ["sdk/(file-rows|sent-run|submission\\.)"] },
];

const groups = SCRIPTS.map(({ name, test }, place) => ({
  name,
  test: new RegExp(`/(${test.join("|")})`),
  priority: SCRIPTS.length - place,
}));

/** How a page is built. The pages share no files, because what both need would be many small scripts. */
const page = (name, codeSplitting) => {
  const { build, ...options } = DASHBOARD_OPTIONS;
  const input = { [name]: resolve(`src/dashboard/${name}.html`) };
  const rolldownOptions = { ...build.rolldownOptions, input, output: { codeSplitting } };
  return { ...options, build: { ...build, rolldownOptions } };
};

/** The builds of all pages. Their folder is emptied before. */
export const PAGES = [page("index", { groups }), page("graphiql", false)];
