/**
 * Prints "<passed> <failed>" for a report of vitest, then for each failed test or file a line with its name, and one with
 * the beginning of its message: `node count-tests.mjs <report.json> <exit code>`.
 * A file that failed without a failed test (it could not be loaded, or a hook failed) counts as one failed. So does a
 * run that failed for another reason, or left no report.
 */
import { readFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const LONGEST_LINE = 200;
const MOST_NAMES = 20;

/** The failure of a run whose tests report none. Exit code 124 means that the run was cut off. */
const ended = (path, exitCode) => ({ file: basename(path), title: `no whole report, exit code ${exitCode}` });

/** @returns the report's counts, and the file, the name and the message of each failure */
function count(path, exitCode) {
  const { testResults } = JSON.parse(readFileSync(path, "utf8"));
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      ...{ file: name, title: test.fullName, status: test.status },
      message: test.failureMessages?.join(" "),
    })),
  );
  const failedTests = tests.filter((test) => test.status === "failed");
  const brokenFiles = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const passed = tests.filter((test) => test.status === "passed").length;
  const failures = [
    ...failedTests,
    ...brokenFiles.map(({ name, message }) => ({ file: name, title: "could not be run", message })),
  ];
  const unexplained = failures.length === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failures: unexplained ? [ended(path, exitCode)] : failures };
}

function countOrFail(path, exitCode) {
  try {
    return count(path, exitCode);
  } catch {
    return { passed: 0, failures: [ended(path, exitCode)] };
  }
}

const [path = "", exitCode = "1"] = process.argv.slice(2);
const { passed, failures } = countOrFail(path, Number(exitCode));
console.log(`${passed} ${failures.length}`);
for (const { file, title, message } of failures.slice(0, MOST_NAMES)) {
  console.log(`${relative("", file)}: ${title}`.slice(0, LONGEST_LINE));
  if (message) console.log(`  ${stripVTControlCharacters(message).replace(/\s+/g, " ").slice(0, LONGEST_LINE)}`);
}
if (failures.length > MOST_NAMES) console.log(`… and ${failures.length - MOST_NAMES} more`);
