import { plainText } from "../../domain/printable-text.ts";
import { connect } from "../connection/sdk-client.ts";
import { printJson, printLine, remark } from "../output/printing.ts";

/** Counts owners as one, or, without owners, lists those that are. */
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

/** Counts an owner by itself again. */
export async function separateOwner(benchmark: string, owner: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  await printPersons(benchmark, await omnidex.separateOwner({ benchmark, owner }), json);
}

async function printPersons(benchmark: string, persons: readonly (readonly string[])[], json: boolean): Promise<void> {
  if (json) return printJson(persons);
  if (persons.length === 0) return remark(`'${plainText(benchmark)}' counts every owner by itself.`);
  for (const owners of persons) await printLine(plainText(owners.join(" = ")));
}
