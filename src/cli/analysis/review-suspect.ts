import { counted } from "../../domain/counted.ts";
import type { KeyVerdict } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { printJson, printLine } from "../output/printing.ts";
import { UsageError } from "../output/usage-error.ts";

export interface ReviewOptions {
  readonly verdict: Lowercase<KeyVerdict>;
  readonly reason: string;
  readonly answer?: string;
  readonly json?: boolean;
}

const VERDICTS: Readonly<Record<Lowercase<KeyVerdict>, KeyVerdict>> = {
  confirmed: "CONFIRMED",
  ambiguous: "AMBIGUOUS",
  right: "RIGHT",
};

/** Stores a maintainer's decision about the key of a question. */
export async function reviewKey(benchmark: string, question: string, options: ReviewOptions): Promise<void> {
  const { verdict, reason, answer } = options;
  if (answer !== undefined && verdict !== "confirmed") throw new UsageError("--answer needs --verdict confirmed.");
  const { omnidex } = await connect();
  const input = { benchmark, question, verdict: VERDICTS[verdict], reason, ...(answer !== undefined && { answer }) };
  const reviewed = await omnidex.reviewKey(input);
  if (options.json) return printJson(reviewed);
  const { review, keyRevision, rescored, changed } = reviewed;
  if (keyRevision === null) return printLine(`${question}: the key ${review.key} is marked as ${verdict}.`);
  const effect = `${counted(rescored, "run")} rescored, ${changed} of them changed`;
  await printLine(
    `${question}: the key is now ${review.proposed}; it was ${review.key}. Revision ${keyRevision.revision}, ${effect}.`,
  );
}
