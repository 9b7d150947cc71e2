/**
 * Runs one step of tests: `node run-tests.mjs <folder> <result> <command> [<file filter>…]`. Files that fail are run once
 * more, each alone: one that then passes is flaky.
 *
 * Writes "<passed> <failed> <flaky files>" to the result, then a line for each failure and each flaky file, followed by
 * the beginning of the failure's message and the last lines of the server's log. A file that failed without a failed test
 * (it could not be loaded, or a hook failed) counts as one failed. So does an error that nobody handled, and a run that
 * failed for another reason, or left no report.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const LONGEST_LINE = 300;
const MOST_FAILURES = 20;
/** With more failed files than this, the change is at fault, and another run would only take time. */
const MOST_AGAIN = 5;
/** A test that hangs without yielding cannot be stopped by Vitest, so a run has a limit in seconds, several times what it takes. */
const LIMIT = 1_800;

/** Vitest's JSON says nothing of errors outside of tests. */
const UNHANDLED = join(import.meta.dirname, "unhandled-errors.mjs");

const [folder = ".", result = "", command = "", ...filters] = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), "omnidex-reports-"));
let runs = 0;

/** Runs the command on these files. */
function run(files) {
  runs += 1;
  const report = join(reports, `${runs}.json`);
  const [program, ...args] = command.split(" ");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`, `--reporter=${UNHANDLED}`];
  // `timeout` ends the programs that the command has started, too.
  const limited = ["-k", "30", String(LIMIT), program, ...args, ...files, ...reporters];
  const env = { ...process.env, OMNIDEX_UNHANDLED_ERRORS: `${report}.unhandled` };
  const { status, signal } = spawnSync("timeout", limited, { cwd: folder, stdio: "inherit", env });
  return outcome(report, signal ?? status);
}

/** What a report says. `ended` is the exit code, or the signal that ended the run. */
function outcome(report, ended) {
  let files = [];
  let unhandled = [];
  try {
    files = JSON.parse(readFileSync(report, "utf8")).testResults;
    unhandled = JSON.parse(readFileSync(`${report}.unhandled`, "utf8"));
  } catch {
    // A run that has ended early leaves no report.
  }
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: name })),
  );
  const failures = [
    ...tests.filter(({ status }) => status === "failed").map(failureOf),
    ...files
      .filter(
        ({ status, assertionResults }) =>
          status === "failed" && !assertionResults.some((test) => test.status === "failed"),
      )
      .map(({ name, message }) => ({ file: name, title: "could not be run", message, log: [] })),
    ...unhandled.map((message) => ({ file: null, title: "an error that nobody handled", message, log: [] })),
  ];
  const passed = tests.filter(({ status }) => status === "passed").length;
  if (failures.length === 0 && (ended !== 0 || tests.length === 0))
    failures.push({ file: null, title: `no failed test, but the run ended with ${ended}`, message: "", log: [] });
  return { passed, failures };
}

const failureOf = ({ file, fullName, failureMessages, meta }) => ({
  file,
  title: fullName,
  message: (failureMessages ?? []).join(" "),
  log: meta?.serverLog ?? [],
});

const short = (text) => stripVTControlCharacters(text).replace(/\s+/g, " ").trim().slice(0, LONGEST_LINE);

/** The lines of the summary about some failures. */
function describe(failures) {
  const lines = failures
    .slice(0, MOST_FAILURES)
    .flatMap(({ file, title, message, log }) => [
      short(`${file === null ? "" : `${relative(folder, file)}: `}${title}`),
      ...[message, ...log].filter(Boolean).map((text) => `  ${short(text)}`),
    ]);
  return failures.length > MOST_FAILURES ? [...lines, `… and ${failures.length - MOST_FAILURES} more`] : lines;
}

const first = run(filters);
const failed = [...new Set(first.failures.map(({ file }) => file))];
const lines = [];
let [passed, failures, flaky] = [first.passed, first.failures, 0];
if (failed.length <= MOST_AGAIN)
  for (const file of failed.filter((file) => file !== null)) {
    console.log(`\nOnce more, alone: ${relative(folder, file)}`);
    const again = run([relative(folder, file)]);
    if (again.failures.length > 0) continue;
    flaky += 1;
    const own = failures.filter((failure) => failure.file === file);
    failures = failures.filter((failure) => failure.file !== file);
    passed += own.length;
    lines.push(`FLAKY ${relative(folder, file)}`, ...describe(own).map((line) => `  ${line}`));
  }
lines.push(...describe(failures));
writeFileSync(result, `${passed} ${failures.length} ${flaky}\n${lines.map((line) => `${line}\n`).join("")}`);
rmSync(reports, { recursive: true });
