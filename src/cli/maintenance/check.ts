import type { Readable } from "node:stream";
import { OmnidexError } from "../../domain/errors.ts";
import type { CheckLine, Finding } from "../../server/upkeep/check-database.ts";
import { findServer } from "../connection/fetch-from.ts";
import { ReportedFailure } from "../output/usage-error.ts";
import { existingDatabase, requestFile } from "./database-place.ts";

/**
 * Prints each finding as it arrives.
 *
 * @throws ReportedFailure if there are findings
 */
export async function check(asJson: boolean): Promise<void> {
  let isWhole = false;
  let hasFindings = false;
  for await (const line of lines()) {
    const read = JSON.parse(line) as CheckLine;
    if ("summary" in read) isWhole = true;
    if ("summary" in read ? read.summary.findings > 0 : true) hasFindings = true;
    console.log(asJson ? line : describe(read));
  }
  if (!isWhole) throw new OmnidexError("UNAVAILABLE", "The check was interrupted before it finished.");
  if (hasFindings) throw new ReportedFailure();
}

function describe(line: CheckLine): string {
  if (!("summary" in line)) return describeFinding(line);
  const { findings, releases, runs, scorings, predictions } = line.summary;
  const seen = `${releases} releases, ${runs} runs, ${scorings} scorings, ${predictions} predictions`;
  return `${findings === 0 ? "Nothing was found" : `${findings} findings`} in ${seen}.`;
}

function describeFinding({ code, run, benchmark, release, subject, expected, found }: Finding): string {
  const place = [run, benchmark === null ? null : `${benchmark} release ${release}`].filter((part) => part !== null);
  return `${code}  ${place.length === 0 ? "database" : place.join(", ")}: ${subject}: expected ${expected}; found ${found}`;
}

async function* lines(): AsyncGenerator<string> {
  const server = await findServer(process.env);
  if (server !== null) return yield* splitLines(await requestFile(server, "/maintenance/check"));
  const [{ openAsItIs }, { checkLines }] = await Promise.all([
    import("../../server/main.ts"),
    import("../../server/upkeep/check-database.ts"),
  ]);
  const opened = await openAsItIs(await existingDatabase());
  try {
    for await (const line of checkLines(opened.database)) yield line.trimEnd();
  } finally {
    await opened.close();
  }
}

async function* splitLines(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const whole = (rest + chunk).split("\n");
    rest = whole.pop() ?? "";
    yield* whole;
  }
}
