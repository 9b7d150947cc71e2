import { defineConfig } from "vitest/config";

export default defineConfig({
  // As Node itself resolves it. Vite would take graphql's `module` field, a second copy beside the one that Apollo loads.
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
