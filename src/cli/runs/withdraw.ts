import { connect } from "../connection/sdk-client.ts";
import { plainText } from "../output/plain-text.ts";
import { printJson, printLine } from "../output/printing.ts";
import { UsageError } from "../usage-error.ts";
import { resolveRun } from "./run-reference.ts";

export interface WithdrawOptions {
  readonly reason?: string;
  readonly json?: boolean;
}

/** Withdraws a run. It must be named by its id, because 'latest' may be another run a moment later. */
export async function withdraw(reference: string, { reason, json }: WithdrawOptions): Promise<void> {
  if (!/^(run_)?\d+$/.test(reference))
    throw new UsageError(`'${reference}' is not the id of a run.`, "'omnidex runs' lists them: run_3.");
  const { omnidex } = await connect();
  const { id } = await resolveRun(omnidex, reference);
  const run = await omnidex.withdrawRun(id, { reason });
  await (json
    ? printJson(run)
    : printLine(`${run.id}  ${plainText(run.model.name)} on ${run.benchmark.slug}: withdrawn`));
}
