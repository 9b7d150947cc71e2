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
 * the error also nulls the results of other selections, each selection is asked for in its own document.
 */
export async function observe(
  observed: Observed,
  role: Role,
  door: Door,
  selections: readonly string[],
): Promise<readonly Observation[]> {
  if (selections.length === 0) return [];
  const aliased = selections.map((selection, index) => `f${index}: ${selection}`);
  const { data, errors = [] } = await observed.server.request(
    documentOf(door, aliased),
    {},
    { key: observed.keys[role] },
  );
  if (selections.length > 1 && errors.some((error) => !isContained(data, error))) {
    const alone: Observation[] = [];
    for (const selection of selections) alone.push(...(await observe(observed, role, door, [selection])));
    return alone;
  }
  const objects = objectsAt(data, door);
  return selections.map((_, index) => {
    const own = selections.length === 1 ? errors[0] : errors.find(({ path = [] }) => path.includes(`f${index}`));
    return {
      values: objects.map((object) => JSON.stringify(object[`f${index}`] ?? null)),
      code: own?.extensions.code ?? null,
    };
  });
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
