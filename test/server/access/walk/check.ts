import type { FieldAccess } from "../../../../src/server/generated/schema-types.ts";
import type { Observation } from "./observe.ts";
import type { Door } from "./probes.ts";
import type { Scene } from "./scenes.ts";
import { PRIVATE_TEXTS, ROLES, type Role, seesAnswers, seesPrivate } from "./world.ts";

/** The roles that are asked for an object that does not exist. */
export const FEW_ROLES = ["administrator", "maintainer", "reader"] as const satisfies readonly Role[];

/** The roles that are asked about a benchmark that shows its answers, where only private runs and the key's scopes matter. */
export const OPEN_ROLES = [...FEW_ROLES, "owner", "other submitter"] as const satisfies readonly Role[];

/** The results of the roles for one field: of all roles, or of a few. */
export type ByRole = Readonly<Record<(typeof FEW_ROLES)[number], Observation> & Partial<Record<Role, Observation>>>;

const RESTRICTED: ReadonlySet<FieldAccess> = new Set(["NULL", "EMPTY", "REFUSED", "ABSENT", "COARSE", "REDUCED"]);

export const isRestricted = (rule: FieldAccess): boolean => RESTRICTED.has(rule);

/** Whether the answers of a scene are hidden from a role. */
const isDenied = ({ benchmark }: Scene, role: Role): boolean => benchmark !== null && !seesAnswers(role, benchmark);

/** Describes where the roles' results for a field break its rule; empty if they keep it. */
export const violationsOf = (scene: Scene, door: Door, rule: FieldAccess, got: ByRole): readonly string[] =>
  ROLES.flatMap((role) => {
    const own = got[role];
    if (own === undefined) return [];
    return [...leaksOf(role, own), ...wrongFor(scene, door, rule, role, own, got)].map((what) => `${role}: ${what}`);
  });

function leaksOf(role: Role, { values }: Observation): readonly string[] {
  if (seesPrivate(role)) return [];
  const text = values.join();
  return PRIVATE_TEXTS.filter((secret) => text.includes(secret)).map((secret) => `gets '${secret}' of a private run`);
}

function wrongFor(
  scene: Scene,
  door: Door,
  rule: FieldAccess,
  role: Role,
  own: Observation,
  got: ByRole,
): readonly string[] {
  const admin = got.administrator;
  if (rule === "ADMINISTRATOR" && role !== "administrator")
    return expectCode(own, role === "reader" ? "UNAUTHENTICATED" : "FORBIDDEN");
  if (rule === "MAINTAINER" && role !== "administrator" && role !== "maintainer")
    return expectCode(own, role === "reader" ? "UNAUTHENTICATED" : "FORBIDDEN");
  if (scene.isPrivate && !seesPrivate(role)) return own.values.length === 0 ? [] : ["sees a private run"];
  if (rule === "CALLER")
    return role === "reader" && own.values.some((value) => !BARE.has(value)) ? ["is not bare"] : [];
  if (rule === "OWN" && !seesPrivate(role)) return own.values.every((value) => value === "null") ? [] : ["is not null"];
  if (door.rules.includes("ADMINISTRATOR") && role !== "administrator")
    return own.values.length === 0 ? [] : ["gets what is an administrator's"];
  if (isDenied(scene, role)) {
    const passed = door.rules.find((each) => each === "REFUSED" || each === "NULL" || each === "EMPTY");
    if (passed === "REFUSED")
      return [...expectCode(own, "FORBIDDEN"), ...(own.values.length > 0 ? ["is not absent"] : [])];
    if (passed !== undefined || rule === "ABSENT") return own.values.length === 0 ? [] : ["is not absent"];
    const isResponse = [rule, ...door.rules].includes("RESPONSES") || isOfPredictions(scene);
    if (isResponse && !seesPrivate(role)) return own.values.every(hasNoRow) ? [] : ["gets responses"];
    if (rule === "REFUSED") return expectCode(own, "FORBIDDEN");
    if (rule === "NULL") return own.values.every((value) => value === "null") ? [] : ["is not null"];
    if (rule === "EMPTY") return own.values.every((value) => EMPTY.has(value)) ? [] : ["is not empty"];
    if ([rule, ...door.rules].some((each) => each === "COARSE" || each === "REDUCED"))
      return sameStanding(scene, role, own, got);
  }
  if (own.code !== null) return [`fails with ${own.code}`];
  if (rule === "LISTED" || door.rules.includes("LISTED")) return sameStanding(scene, role, own, got);
  return JSON.stringify(own) === JSON.stringify(admin)
    ? []
    : [`gets ${own.values.join().slice(0, 120)}, not ${admin.values.join().slice(0, 120)}`];
}

const EMPTY: ReadonlySet<string> = new Set(["[]", "0", "false"]);

/** Whether a scene begins below the predictions of a run. */
const isOfPredictions = ({ fields = [] }: Scene): boolean => fields.some((field) => field.startsWith("predictions("));

/** Whether the value of a field of a page of predictions, or the page itself, shows no row. */
const hasNoRow = (value: string): boolean =>
  EMPTY.has(value) ||
  value === "null" ||
  (/^\{"__typename":"(PredictionConnection|PageInfo)"/.test(value) && !/true|:[1-9]|Cursor":"/.test(value));

/** The results that a caller without a key may get for fields about the caller. */
const BARE: ReadonlySet<string> = new Set(["null", "false", "[]"]);

const expectCode = ({ code }: Observation, expected: string): readonly string[] =>
  code === expected ? [] : [`the error is ${code}, not ${expected}`];

/** Roles that see the same answers and the same private runs get the same results. */
function sameStanding(scene: Scene, role: Role, own: Observation, got: ByRole): readonly string[] {
  const other = ROLES.find(
    (one) =>
      got[one] !== undefined &&
      isDenied(scene, one) === isDenied(scene, role) &&
      seesPrivate(one) === seesPrivate(role) &&
      (one === "administrator") === (role === "administrator"),
  );
  if (other === undefined || JSON.stringify(got[other]) === JSON.stringify(own)) return [];
  return [`gets ${own.values.join().slice(0, 120)}, not what '${other}' gets`];
}

/**
 * Whether a caller who may not see answers gets a different result from a maintainer, who sees the same runs. Only then
 * can the walk detect that the rule of the field is broken. If the caller does not even reach the object, this proves the
 * rule `absent` only.
 */
export const isWitness = (scene: Scene, door: Door, rule: FieldAccess, got: ByRole): boolean =>
  !scene.isPrivate &&
  isDenied(scene, "reader") &&
  (rule === "ABSENT" || !door.rules.some((passed) => DENYING.has(passed))) &&
  JSON.stringify(got.reader) !== JSON.stringify(got.maintainer);

const DENYING: ReadonlySet<FieldAccess> = new Set(["NULL", "EMPTY", "REFUSED"]);
