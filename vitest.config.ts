import { defineConfig } from "vitest/config";

export default defineConfig({
  // As Node itself resolves it. Vite would take graphql's `module` field, a second copy beside the one that Apollo loads.
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/setup.ts"],
    // These only end what hangs. Two slow cores take several times as long as a machine of one's own.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // Fewer collections of garbage, each by one thread: a tenth less CPU time, as all cores are busy with tests.
    execArgv: ["--max-semi-space-size=64", "--single-threaded-gc"],
    // The files of a worker share what they import: to load the server for each of them took two fifths of `npm test`. So a
    // test restores what it replaces, and the state of a module is that of a process that has run for a while.
    isolate: false,
    // Each of the runs of `.ci/run` would otherwise compile all sources again.
    experimental: { fsModuleCache: process.env.CI !== undefined },
  },
});
