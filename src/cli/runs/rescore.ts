import { plainText } from "../../domain/printable-text.ts";
import { connect } from "../connection/sdk-client.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { runDescription } from "./run.ts";
import { resolveRun } from "./run-reference.ts";

export interface RescoreOptions {
  readonly reason?: string;
  readonly json?: boolean;
}

/** Scores a run again. */
export async function rescore(reference: string, { reason, json }: RescoreOptions): Promise<void> {
  const { omnidex } = await connect();
  const { id } = await resolveRun(omnidex, reference);
  const done = await omnidex.rescoreRun(id, { reason });
  if (json) return printJson(done);
  if (done.message) remark(plainText(done.message));
  await printLine(runDescription(done.run));
}
