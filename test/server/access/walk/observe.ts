import { type Door, documentOf, objectsAt } from "./probes.ts";
import type { Role, World } from "./world.ts";

/** What a role gets for one selection at the end of a way. */
export interface Observation {
  /** The values, in order, as JSON; one for each object at the end of the way. */
  readonly values: readonly string[];
  /** The code of the error; null without one. */
  readonly code: string | null;
}

/**
 * Asks for selections at the end of a way, each under an alias. If one of them fails, each is asked for alone, because an
 * error may null the objects of the others.
 */
export async function observe(
  world: World,
  role: Role,
  door: Door,
  selections: readonly string[],
): Promise<readonly Observation[]> {
  const aliased = selections.map((selection, index) => `f${index}: ${selection}`);
  const { data, errors } = await world.server.request(documentOf(door, aliased), {}, { key: world.keys[role] });
  if (errors !== undefined && selections.length > 1) {
    const alone: Observation[] = [];
    for (const selection of selections) alone.push(...(await observe(world, role, door, [selection])));
    return alone;
  }
  const objects = objectsAt(data, door);
  return selections.map((_, index) => ({
    values: objects.map((object) => JSON.stringify(object[`f${index}`] ?? null)),
    code: errors?.[0]?.extensions.code ?? null,
  }));
}
