import { configDefaults, defineConfig } from "vitest/config";
import everything from "./vitest.config.ts";
import { THOROUGH } from "./vitest.thorough.config.ts";

/** `npm test`. */
export default defineConfig({
  ...everything,
  test: { ...everything.test, exclude: [...configDefaults.exclude, ...THOROUGH] },
});
