import { sizeRemark } from "../../domain/model-size.ts";
import type { RunProtocol } from "../../domain/run-protocol.ts";
import { plainText } from "../../domain/texts.ts";
import type { Omnidex } from "../../sdk/index.ts";
import type { Run, RunChanges, RunStatus, Visibility } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { UsageError } from "../output/usage-error.ts";
import { runDescription } from "./run.ts";
import { resolveChangedRun } from "./run-reference.ts";

export interface WithdrawOptions {
  readonly reason?: string;
  readonly json?: boolean;
}

/** Withdraws a run. */
export async function withdraw(reference: string, { reason, json }: WithdrawOptions): Promise<void> {
  const { omnidex, id } = await namedRun(reference);
  const run = await omnidex.withdrawRun(id, { reason });
  await (json ? printJson(run) : printLine(`${title(run)}: withdrawn`));
}

/** Takes back the withdrawal of a run. */
export async function restoreRun(reference: string, { json }: { readonly json?: boolean }): Promise<void> {
  const { omnidex, id } = await namedRun(reference, ["WITHDRAWN"]);
  const run = await omnidex.restoreRun(id);
  if (json) return printJson(run);
  const current = (await omnidex.benchmark(run.benchmark.slug))?.release;
  const elsewhere =
    current?.id === run.release.id
      ? ""
      : `; it belongs to release ${run.release.version}, which is not the current one`;
  await printLine(`${title(run)}: ${run.status.toLowerCase()}${elsewhere}`);
}

/** The options of `omnidex runs update`. An empty text removes a value. */
export interface UpdateOptions {
  readonly visibility?: Visibility;
  readonly notes?: string;
  readonly reportUrl?: string;
  readonly frames?: number;
  readonly seed?: number;
  readonly prompt?: string;
  readonly protocol?: RunProtocol;
  readonly parameters?: string;
  readonly organization?: string;
  readonly url?: string;
  readonly json?: boolean;
}

/** Changes the description of a run. */
export async function updateRun(reference: string, options: UpdateOptions): Promise<void> {
  const { json, parameters, organization, url, ...own } = options;
  const changes: RunChanges = withoutEmpty(own);
  const model = withoutEmpty({ parameters, organization, url });
  if (Object.keys({ ...changes, ...model }).length === 0)
    throw new UsageError("There is nothing to change.", "'omnidex runs update --help' lists what can be changed.");
  const { omnidex, id } = await namedRun(reference);
  const run = await omnidex.updateRun(id, { ...changes, ...(Object.keys(model).length > 0 && { model }) });
  const unread = sizeRemark(parameters ?? "");
  if (unread !== null) remark(unread);
  await (json ? printJson(run) : printLine(runDescription(run)));
}

/** Ends the anonymity of a run and of all other runs under its pseudonym, at once or on a date. */
export async function nameRun(reference: string, { at, json }: { at?: string; json?: boolean }): Promise<void> {
  const { omnidex, id } = await namedRun(reference);
  const run = await omnidex.nameRun(id, at === undefined ? {} : { at });
  if (json) return printJson(run);
  await printLine(
    run.concealed === null ? `${title(run)}: named` : `${title(run)}: anonymous until ${run.concealed.namesAt}`,
  );
}

/** The options that were given, with null for an empty text. */
const withoutEmpty = (options: object): object =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === "" ? null : value]),
  );

/** The run that a command changes, with the client that finds it. */
export async function namedRun(
  reference: string,
  statuses?: readonly RunStatus[],
): Promise<{ readonly omnidex: Omnidex; readonly id: string; readonly run: Run }> {
  const { omnidex } = await connect();
  const run = await resolveChangedRun(omnidex, reference, statuses);
  return { omnidex, id: run.id, run };
}

const title = ({ id, model, benchmark }: Run): string => `${id}  ${plainText(model.name)} on ${benchmark.slug}`;
