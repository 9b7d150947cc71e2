import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { plainText } from "../../domain/texts.ts";
import { configFolder } from "../connection/stored-logins.ts";
import { replaceFile } from "../output/output-file.ts";
import { complain } from "../output/printing.ts";
import { ask } from "../output/terminal-prompts.ts";
import { UsageError } from "../output/usage-error.ts";
import type { HubDataset } from "./hub-dataset.ts";
import { PullError } from "./hub-failure.ts";

/** The terms that the user must accept. */
interface Terms {
  /** The address of the dataset's page. */
  readonly page: string;
  readonly lines: readonly string[];
}

/** When the terms were accepted, as ISO 8601. */
type AcceptedAt = string;

interface Accepted {
  /** SHA-256 of the terms as shown. */
  readonly terms: string;
  readonly acceptedAt: AcceptedAt;
}

/** The terms of a dataset: the known terms of the benchmark, and the licence on the dataset's card at the Hub. */
export const termsOf = (page: string, known: readonly string[], { license }: HubDataset): Terms => ({
  page,
  lines: [
    ...known,
    license === null ? "Its card at the Hub names no licence." : `Its card at the Hub says: ${plainText(license)}.`,
  ],
});

/**
 * Shows the terms and asks for consent, unless the same text was accepted before.
 * @param accepted whether the user accepted on the command line
 * @throws {UsageError} if there is no terminal to ask at
 * @throws {PullError} if the user declines
 */
export async function requireConsent(
  environment: NodeJS.ProcessEnv,
  { page, lines }: Terms,
  accepted: boolean,
): Promise<AcceptedAt> {
  const terms = createHash("sha256").update(lines.join("\n")).digest("hex");
  const file = join(configFolder(environment), "accepted-licenses.json");
  const known = await readAccepted(file);
  const before = known[page];
  if (before?.terms === terms) return before.acceptedAt;
  complain([`The terms of ${page}:`, ...lines.map((line) => `  ${line}`)].join("\n"));
  if (!accepted) await askForConsent();
  const acceptedAt = new Date().toISOString();
  await writeAccepted(environment, file, { ...known, [page]: { terms, acceptedAt } });
  return acceptedAt;
}

async function askForConsent(): Promise<void> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new UsageError(
      "The terms above must be accepted once.",
      "Read them, and run the same command again with --accept-license.",
    );
  const answer = await ask("Do you accept them? yes or no", "no");
  if (!/^y(es)?$/i.test(answer)) throw new PullError("The terms were not accepted, so nothing was downloaded.");
}

/** Reads the accepted terms. An unreadable file counts as empty, so that the user is asked again. */
async function readAccepted(file: string): Promise<Readonly<Record<string, Accepted>>> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, Accepted>)
      : {};
  } catch {
    return {};
  }
}

async function writeAccepted(
  environment: NodeJS.ProcessEnv,
  file: string,
  accepted: Readonly<Record<string, Accepted>>,
): Promise<void> {
  await mkdir(configFolder(environment), { recursive: true, mode: 0o700 });
  await replaceFile(file, (draft) =>
    writeFile(draft, `${JSON.stringify(accepted, null, 2)}\n`, { mode: 0o600, flag: "wx" }),
  );
}
