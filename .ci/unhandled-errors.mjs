import { writeFileSync } from "node:fs";

/** A reporter of Vitest that writes the errors outside of tests to the file `OMNIDEX_UNHANDLED_ERRORS`. */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const texts = errors.map(({ message, stack }) => stack ?? message);
    writeFileSync(process.env.OMNIDEX_UNHANDLED_ERRORS, JSON.stringify(texts));
  }
}
