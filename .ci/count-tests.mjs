/**
 * Prints "<passed> <failed>" for a report of vitest: `node count-tests.mjs <report.json> <exit code>`.
 * A file that failed without a failed test (it could not be loaded, or a hook failed) counts as one failed. So does a
 * run that failed for another reason, or left no report.
 */
import { readFileSync } from "node:fs";

function count(path, exitCode) {
  const { testResults } = JSON.parse(readFileSync(path, "utf8"));
  const statuses = testResults.flatMap((file) => file.assertionResults.map((test) => test.status));
  const brokenFiles = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const passed = statuses.filter((status) => status === "passed").length;
  const failed = statuses.filter((status) => status === "failed").length + brokenFiles.length;
  const unexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: unexplained ? 1 : failed };
}

function countOrFail(path, exitCode) {
  try {
    return count(path, exitCode);
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const [path = "", exitCode = "1"] = process.argv.slice(2);
const { passed, failed } = countOrFail(path, Number(exitCode));
console.log(`${passed} ${failed}`);
