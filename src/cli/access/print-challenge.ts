import { plainText } from "../../domain/texts.ts";
import type { Omnidex } from "../../sdk/index.ts";
import type { Challenge, ChallengeField, Run, RunFilter } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveRun } from "../runs/run-reference.ts";

/** The options of `challenge configure`. `--no-opens`, `--no-closes` and `--no-require` set a field to false. */
export interface ConfigureOptions {
  readonly opens?: string | false;
  readonly closes?: string | false;
  readonly closeNow?: boolean;
  readonly require?: readonly ChallengeField[] | false;
  readonly json?: boolean;
}

export interface SplitOptions {
  readonly public: number;
  readonly privateOpens?: string;
  readonly openNow?: boolean;
  readonly json?: boolean;
}

export interface MoveOptions {
  readonly privateOpens: string;
  readonly openNow?: boolean;
  readonly json?: boolean;
}

export interface ChooseOptions {
  readonly none?: boolean;
  readonly json?: boolean;
}

/** Prints the challenge that a benchmark hosts. */
export async function showChallenge(benchmark: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  const challenge = await omnidex.challenge(benchmark);
  if (json) return printJson(challenge);
  if (challenge === null) return remark(`'${plainText(benchmark)}' hosts no challenge.`);
  await printChallenge(challenge, false);
}

/**
 * Sets the dates and required fields of a challenge, and prints it. Settings that are not given keep their values.
 * @throws {UsageError} for a new closing date that has passed, without `--close-now`
 */
export async function configureChallenge(benchmark: string, options: ConfigureOptions): Promise<void> {
  const { opens, closes, closeNow = false, require: required, json = false } = options;
  const { omnidex } = await connect();
  const stored = await omnidex.challenge(benchmark);
  const input = {
    benchmark,
    opensAt: opens === undefined ? (stored?.opensAt ?? null) : opens || null,
    closesAt: closes === undefined ? (stored?.closesAt ?? null) : closes || null,
    requiredFields: required === undefined ? (stored?.requiredFields ?? []) : required || [],
  };
  if (!closeNow && input.closesAt !== stored?.closesAt)
    requireAhead(
      input.closesAt,
      "--closes",
      "Submissions would close at once, and the leaderboard would be stored as final.",
    );
  await printChallenge(await omnidex.configureChallenge({ ...input, closeNow }), json);
}

/** Splits a leaderboard, and prints the challenge. */
export async function splitBoard(benchmark: string, options: SplitOptions): Promise<void> {
  const { public: publicShare, privateOpens: privateOpensAt, json = false } = options;
  requireNotOpened(options);
  const { omnidex } = await connect();
  await printChallenge(await omnidex.splitLeaderboard({ benchmark, publicShare, privateOpensAt }), json);
}

/** Sets or moves the opening of a private board, and prints the challenge. */
export async function moveBoard(benchmark: string, options: MoveOptions): Promise<void> {
  const { privateOpens: privateOpensAt, json = false } = options;
  requireNotOpened(options);
  const { omnidex } = await connect();
  await printChallenge(await omnidex.movePrivateBoard({ benchmark, privateOpensAt }), json);
}

/** @throws {UsageError} for a date of the private board that has passed, without `--open-now` */
function requireNotOpened({ privateOpens, openNow = false }: Pick<SplitOptions, "privateOpens" | "openNow">): void {
  if (!openNow)
    requireAhead(
      privateOpens ?? null,
      "--private-opens",
      "Everybody would see the private board at once, and it would stay open.",
    );
}

/** The option that accepts a date which has passed, by the option that has the date. */
const CONSENTS = { "--closes": "--close-now", "--private-opens": "--open-now" } as const;

/** @throws {UsageError} for a date that has passed */
function requireAhead(instant: string | null, option: keyof typeof CONSENTS, effect: string): void {
  if (instant === null || Date.parse(instant) > Date.now()) return;
  throw new UsageError(
    `${option}: ${instant} has passed. ${effect}`,
    `Add ${CONSENTS[option]} to do this, or give a date that lies ahead.`,
  );
}

async function printChallenge(challenge: Challenge, json: boolean): Promise<void> {
  if (json) return printJson(challenge);
  const { benchmark, opensAt, closesAt, requiredFields, split, sealedAt } = challenge;
  await printLine(`Benchmark  ${plainText(benchmark)}`);
  await printLine(`Opens      ${opensAt ?? "no opening date"}`);
  await printLine(`Closes     ${closesAt ?? "no closing date"}`);
  await printLine(`Requires   ${["inputs", ...requiredFields.map((field) => field.toLowerCase())].join(", ")}`);
  await printLine(
    split === null
      ? "Boards     one, over all questions"
      : `Boards     public over ${Math.round(100 * split.publicShare)} % of the questions; private ${split.privateOpensAt === null ? "without an opening date yet" : `from ${split.privateOpensAt} on`}${split.privateDisclosed ? ", also over slices" : ""}`,
  );
  if (sealedAt !== null) await printLine(`Final      stored ${sealedAt}; 'omnidex challenge board' shows it`);
}

/**
 * Chooses the caller's runs for the private board, and prints them. Without runs, prints those that are chosen.
 * @throws {UsageError} for runs together with `--none`, and for a run that is not found
 */
export async function chooseRuns(
  benchmark: string,
  references: readonly string[],
  { none = false, json = false }: ChooseOptions,
): Promise<void> {
  if (none && references.length > 0)
    throw new UsageError("--none takes the choice back, so no run can be given.", "Give runs, or --none.");
  const { omnidex } = await connect();
  const filter = { benchmarks: [benchmark], mine: true };
  const runs: string[] = [];
  for (const reference of references) runs.push((await resolveRun(omnidex, reference, filter)).id);
  const chosen =
    none || runs.length > 0
      ? await omnidex.chooseFinalRuns({ benchmark, runs })
      : await chosenRuns(omnidex, { ...filter, statuses: ["SCORED", "WITHDRAWN"] });
  if (json) return printJson(chosen);
  if (chosen.length === 0) return remark("No run is chosen: your last two that rose on the public board are taken.");
  for (const { id, model } of chosen) await printLine(`${id}  ${plainText(model.name)}`);
}

/** The chosen runs over the current release. */
async function chosenRuns(omnidex: Omnidex, filter: RunFilter): Promise<readonly Run[]> {
  const runs = await omnidex.runs({ filter }).toArray();
  return runs.filter(({ chosen, release }) => chosen && release.current);
}

/** Merges owners, so that they count as one person. Without `owners`, lists the merged owners. */
export async function mergeOwners(benchmark: string, owners: readonly string[], json: boolean): Promise<void> {
  const { omnidex } = await connect();
  await printPersons(
    benchmark,
    owners.length === 0
      ? await omnidex.mergedOwners(benchmark)
      : await omnidex.mergeOwners({ benchmark, owners: [...owners] }),
    json,
  );
}

/** Separates an owner from the others that it was merged with. */
export async function separateOwner(benchmark: string, owner: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  await printPersons(benchmark, await omnidex.separateOwner({ benchmark, owner }), json);
}

async function printPersons(benchmark: string, persons: readonly (readonly string[])[], json: boolean): Promise<void> {
  if (json) return printJson(persons);
  if (persons.length === 0) return remark(`'${plainText(benchmark)}' counts every owner by itself.`);
  for (const owners of persons) await printLine(plainText(owners.join(" = ")));
}
