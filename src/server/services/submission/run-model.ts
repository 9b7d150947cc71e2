import { type RunModel, upsertModel } from "../../data/model-writes.ts";
import { upsertPseudonym } from "../../data/pseudonym-writes.ts";
import type { RowNumbers } from "../../data/row-numbers.ts";
import type { Queryable } from "../../db/database.ts";
import { modelRecord, namingDate, type RunInput } from "./submission-input.ts";

/** The model that a new run belongs to: its own, or the pseudonym of an anonymous run. */
export const modelOfRun = (
  tx: Queryable,
  numbers: RowNumbers,
  { benchmark, owner }: { readonly benchmark: number; readonly owner: string },
  input: RunInput,
): Promise<RunModel> => {
  const model = modelRecord(input);
  return input.anonymous === true
    ? upsertPseudonym(tx, numbers, { benchmark, owner, model, namesAt: namingDate(input) })
    : upsertModel(tx, numbers, owner, model);
};
