import { plainText } from "../../domain/printable-text.ts";
import { connect } from "../connection/sdk-client.ts";
import { printJson, printLine, remark } from "../output/printing.ts";

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
