import type { AnswerError } from "../../../support/test-server.ts";
import { type Door, documentOf, objectsAt } from "./probes.ts";
import type { Role } from "./world.ts";

/** The result of a role for one selection at the end of a path. */
export interface Observation {
  /** The values, in order, as JSON; one for each object at the end of the path. */
  readonly values: readonly string[];
  /** The code of the error; null without one. */
  readonly code: string | null;
}

/** A server, and the key of each role. */
export interface Observed {
  readonly server: {
    request(
      document: string,
      variables: object,
      options: { readonly key: string | null },
    ): Promise<{ readonly data: unknown; readonly errors: readonly AnswerError[] | undefined }>;
  };
  readonly keys: Readonly<Record<Role, string | null>>;
}

/**
 * Asks for selections at the end of a path, each under an alias, in one document. An error shows which selection failed. If
 * the error also nulls the results of other selections, the failed selection is asked for in its own document.
 */
export async function observe(
  observed: Observed,
  role: Role,
  door: Door,
  selections: readonly string[],
): Promise<readonly Observation[]> {
  if (selections.length === 0) return [];
  const { data, errors = [] } = await ask(observed, role, door, selections);
  const spoiling = errors.filter((error) => !isContained(data, error));
  if (selections.length > 1 && spoiling.length > 0) return observeApart(observed, role, door, selections, spoiling);
  const objects = objectsAt(data, door);
  return selections.map((_, index) => {
    const own = selections.length === 1 ? errors[0] : errors.find(({ path = [] }) => path.includes(`f${index}`));
    return {
      values: objects.map((object) => JSON.stringify(object[`f${index}`] ?? null)),
      code: own?.extensions.code ?? null,
    };
  });
}

function ask({ server, keys }: Observed, role: Role, door: Door, selections: readonly string[]) {
  const aliased = selections.map((selection, index) => `f${index}: ${selection}`);
  return server.request(documentOf(door, aliased), {}, { key: keys[role] });
}

/** Asks for each selection that fails in a document of its own, and for the others together. */
async function observeApart(
  observed: Observed,
  role: Role,
  door: Door,
  selections: readonly string[],
  spoiling: readonly AnswerError[],
): Promise<readonly Observation[]> {
  const failed = new Set(spoiling.flatMap(({ path = [] }) => path));
  const isFailed = selections.map((_, index) => failed.has(`f${index}`));
  if (!isFailed.includes(true)) {
    const refusal = await refusalOf(observed, role, door);
    if (refusal !== null) return selections.map(() => refusal);
  }
  const together = isFailed.includes(true) ? selections.filter((_, index) => !isFailed[index]) : [];
  const others = [...(await observe(observed, role, door, together))];
  const all: Observation[] = [];
  for (const [index, selection] of selections.entries()) {
    const isAlone = isFailed[index] || together.length === 0;
    const [own] = isAlone ? await observe(observed, role, door, [selection]) : [others.shift()];
    all.push(own as Observation);
  }
  return all;
}

/** The result of every selection at the end of a path that is refused whatever is selected there; null if it is not. */
async function refusalOf(observed: Observed, role: Role, door: Door): Promise<Observation | null> {
  const { data, errors: [error] = [] } = await ask(observed, role, door, []);
  return error === undefined || objectsAt(data, door).length > 0 ? null : { values: [], code: error.extensions.code };
}

/** Whether an error nulled only the selection in which it occurred, or a part of it, and nothing above it. */
function isContained(data: unknown, { path = [] }: AnswerError): boolean {
  let value = data;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return false;
    if (typeof step === "string" && /^f\d+$/.test(step)) return step in value;
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return false;
}
