import { isInterfaceType, isObjectType } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FieldAccess } from "../../../../src/server/generated/schema-types.ts";
import { isDeep } from "../../../support/cases.ts";
import { type ByRole, FEW_ROLES, isRestricted, isWitness, OPEN_ROLES, violationsOf } from "./check.ts";
import { addFurtherRuns, type FurtherRuns } from "./further-runs.ts";
import { type Observation, observe } from "./observe.ts";
import { type Door, doorsFrom, fieldsOf, isCallable, ruleOf, schema, selectionOf } from "./probes.ts";
import { type Scene, scenesOf } from "./scenes.ts";
import { createWorld, ROLES, type Role, VISIBLE, type World } from "./world.ts";

const places = Object.values(schema.getTypeMap())
  .filter((type) => (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith("__"))
  .flatMap((type) => fieldsOf(type).map((field) => `${type.name}.${field.name}`));

let world: World;
let further: FurtherRuns;
beforeAll(async () => {
  world = await createWorld();
  further = await addFurtherRuns(world);
});
afterAll(() => world.close());

interface Walk {
  readonly violations: string[];
  /** The fields for which an object was found. */
  readonly reached: Set<string>;
  /** The restricted fields that were refused to at least one role. */
  readonly witnessed: Set<string>;
  compared: number;
}

/** Tests the fields at the end of a path. Returns whether there is an object. */
async function walkDoor(scene: Scene, door: Door, walk: Walk): Promise<boolean> {
  const fields = fieldsOf(schema.getType(door.type)).filter((field) => isCallable(door.type, field));
  const asked = fields.filter(({ name }) => ruleOf(door.type, name) !== "PAYLOAD");
  const selections = asked.map((field) => selectionOf(door.type, field));
  const byRole = new Map<string, readonly Observation[]>();
  const hear = async (role: Role): Promise<unknown> => byRole.set(role, await observe(world, role, door, selections));
  await hear("administrator");
  const exists = byRole.get("administrator")?.some(({ values }) => values.length > 0) ?? false;
  // Most paths lead to no object. At the start of a scene, the rule may be that of a list of a single role.
  const some = scene.benchmark === VISIBLE && door.path.length > 1 ? OPEN_ROLES : ROLES;
  const roles = isDeep ? ROLES : exists || door.path.length <= 1 ? some : FEW_ROLES;
  for (const role of roles) if (role !== "administrator") await hear(role);
  for (const [index, { name }] of asked.entries()) {
    const place = `${door.type}.${name}`;
    const rule = ruleOf(door.type, name);
    if (rule === undefined) continue;
    const got = Object.fromEntries(roles.map((role) => [role, byRole.get(role)?.[index]])) as unknown as ByRole;
    walk.compared += roles.length;
    walk.violations.push(
      ...violationsOf(scene, door, rule, got).map((what) => `${place} (${rule}), ${scene.name}: ${what}`),
    );
    if (got.administrator.code !== null) walk.violations.push(`${place}, ${scene.name}: ${got.administrator.code}`);
    if (Object.values(got).some(({ values }) => values.length > 0)) walk.reached.add(place);
    if (isRestricted(rule) && isWitness(scene, door, rule, got)) walk.witnessed.add(place);
  }
  const isRefused = byRole.get("reader")?.every(({ code }) => code === "FORBIDDEN");
  if (isRefused || (door.path.length === 1 && isAbsent(byRole))) walk.witnessed.add(rootOf(scene));
  return exists;
}

/** Whether a root field gives its object only to callers who are shown the answers. */
const isAbsent = (byRole: ReadonlyMap<string, readonly Observation[]>): boolean => {
  const hasObject = (role: string): boolean => byRole.get(role)?.some(({ values }) => values.length > 0) === true;
  return hasObject("maintainer") && !hasObject("reader");
};

const rootOf = ({ selection }: Scene): string => `Query.${/^\w*/.exec(selection)?.[0]}`;

/** Types of which some or all fields have no value in the world, such as papers' figures, split boards and rate limits. */
const ELSEWHERE =
  /^(CapabilityLevels|StageScore|NamedMetric|TaskScore|TaskScorePart|ReportedTaskScore|TaskMean|RateLimitState|Oddity|RankedFigure|ReferenceFigure|ScoreTableFigures|ScoreTableFigureCell|Media|SliceWarning|BoardSplit|WithheldFigure|ItemModel|Ability|Saturation|HealthFinding|HealthFindingEdge|DuplicateVideo|RepresentativeSubset|SubsetMethodError|SubsetError|SubsetEstimator|ScoreEstimate|NextQuestion|ItemSnapshot|KeySuspect|KeySuspectEdge|RankChange|KeyReview|QuestionsElsewhere|DatasheetFact)\./;
const NO_DEFECTS = "no imported file has a defect that reveals an answer";
const ONLY_AVI_BENCH = "null for the benchmarks of the walk; benchmarks/hidden-task-scores.test.ts proves it";
/** Restricted fields that have nothing to hide in the world, each with the reason. */
const UNPROVED: Readonly<Record<string, string>> = {
  "Benchmark.suspects": NO_DEFECTS,
  "Release.oddities": NO_DEFECTS,
  "Release.suspects": NO_DEFECTS,
  "LeaderboardConnection.measure": ONLY_AVI_BENCH,
  "Run.remarks": "only its examples are hidden; hidden/attacks.test.ts proves it",
  "Run.rejudging": "no judge is set up; hidden/judged-corrections.test.ts proves the field",
  "ScoreTable.measure": ONLY_AVI_BENCH,
};

const ruleAt = (place: string): FieldAccess => {
  const [type = "", field = ""] = place.split(".");
  return ruleOf(type, field) ?? "EVERYONE";
};

it("every field gives every role the answer in the table", async () => {
  const walk: Walk = { violations: [], reached: new Set(), witnessed: new Set(), compared: 0 };
  const passed = new Set<string>();
  for (const scene of scenesOf(world, further)) {
    walk.reached.add(rootOf(scene));
    for (const door of doorsFrom(scene)) {
      const name = `${scene.benchmark} ${scene.isPrivate} ${door.type} ${scene.isFurther === true ? scene.name : ""}`;
      if (passed.has(name)) continue;
      if (await walkDoor(scene, door, walk)) passed.add(name);
    }
  }
  const missed = places.filter((place) => !walk.reached.has(place) && ruleAt(place) !== "PAYLOAD");
  const unproved = places.filter(
    (place) => isRestricted(ruleAt(place)) && walk.reached.has(place) && !walk.witnessed.has(place),
  );
  expect({
    violations: walk.violations,
    missed: missed.filter((place) => !ELSEWHERE.test(place)),
    unproved: unproved.filter((place) => !ELSEWHERE.test(place)),
  }).toEqual({ violations: [], missed: [], unproved: Object.keys(UNPROVED) });
  console.log(
    `${walk.reached.size} of ${places.length} fields reached, ${walk.compared} comparisons, ${walk.witnessed.size} refusals seen`,
  );
}, 900_000);
