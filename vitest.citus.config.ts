import { configDefaults, defineConfig } from "vitest/config";
import { NOT_ON_CITUS } from "./test/suites.ts";
import everything from "./vitest.config.ts";

/** `npm run test:citus`. */
export default defineConfig({
  ...everything,
  test: {
    ...everything.test,
    include: ["test/server/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...NOT_ON_CITUS],
  },
});
