import { isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ArgumentAccess } from "../../../../src/server/generated/schema-types.ts";
import { isDeep } from "../../../support/cases.ts";
import { type Ask, asksOf } from "./asks.ts";
import { type Observation, observe } from "./observe.ts";
import { ARGUMENT_RULES, type Door, doorsFrom, fieldsOf, INPUT_RULES, schema } from "./probes.ts";
import type { Subject } from "./samples.ts";
import { createTwins, PARTED, TWINS, type Twins, withoutNames } from "./twins.ts";
import { HIDDEN, PRIVATE_TEXTS, ROLES, type Role, seesAnswers, seesPrivate } from "./world.ts";

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
const argumentPlaces = types
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .flatMap((type) => fieldsOf(type).map((field) => [`${type.name}.${field.name}`, field.args] as const))
  .flatMap(([field, args]) => args.map(({ name }) => `${field}.${name}`));
const inputPlaces = types
  .filter((type) => isInputObjectType(type))
  .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));

let twins: Twins;

/** The selections from which the walk reaches fields with arguments, each with its type. */
const startsOf = ({ slug, runs }: Subject): readonly (readonly [string, string])[] => [
  ["Query", ""],
  ["Run", `run(id: "${runs.sound}")`],
  ["Benchmark", `benchmark(slug: "${slug}")`],
  ["Question", `question(benchmark: "${slug}", key: "q0020")`],
  ["Video", `video(benchmark: "${slug}", key: "v5")`],
  ["RunComparison", `compareRuns(a: "${runs.sound}", b: "${runs.silent}")`],
  ["ReferenceComparison", `compareWithReference(reference: "${runs.sound}", runs: ["${runs.silent}"])`],
  ["ModalityDiagnostics", `modalityDiagnostics(runs: ["${runs.sound}", "${runs.silent}"])`],
  ["HealthReport", `benchmarkHealth(benchmark: "${slug}")`],
];

/** The shortest path to each type that has a field with arguments. */
function doorsOf(subject: Subject): readonly Door[] {
  const doors = new Map<string, Door>();
  for (const [type, selection] of startsOf(subject))
    for (const door of doorsFrom({ type, selection, isShallow: false }))
      if (!doors.has(door.type) && fieldsOf(schema.getType(door.type)).some(({ args }) => args.length > 0))
        doors.set(door.type, door);
  return [...doors.values()];
}

/** The result of a role for an argument, and for the same argument with an object that does not exist. */
interface Heard {
  readonly with: Observation;
  readonly without: Observation | undefined;
}
type ByRole = Readonly<Record<Role, Heard>>;

const AT_ONCE = 30;

/** Tries each argument on one of the twin benchmarks of twins.ts. Returns the results of these roles. */
async function hear(subject: Subject, roles: readonly Role[]): Promise<readonly (readonly [Ask, ByRole])[]> {
  const heard: [Ask, ByRole][] = [];
  for (const door of doorsOf(subject)) {
    const asks = asksOf(door.type, subject);
    const byRole = new Map<Role, readonly Heard[]>();
    for (const role of roles) {
      const own: Heard[] = [];
      for (const host of new Set(asks.map((ask) => ask.host))) {
        const group = asks.filter((ask) => ask.host === host);
        for (let start = 0; start < group.length; start += AT_ONCE)
          own.push(...(await hearGroup(role, door, group.slice(start, start + AT_ONCE))));
      }
      byRole.set(role, own);
    }
    for (const [index, ask] of asks.entries())
      heard.push([
        ask,
        Object.fromEntries(roles.map((role) => [role, byRole.get(role)?.[index]])) as unknown as ByRole,
      ]);
  }
  return heard;
}

async function hearGroup(role: Role, door: Door, group: readonly Ask[]): Promise<readonly Heard[]> {
  const without = group.flatMap((ask) => (ask.without === undefined ? [] : [ask.without]));
  const selections = [...group.map(({ selection }) => selection), ...without];
  const got = (await observe(twins, role, door, selections)).map(({ values, code }) => ({
    code,
    values: values.map(withoutNames),
  }));
  let at = group.length;
  return group.map((ask, index) => ({
    with: got[index] as Observation,
    without: ask.without === undefined ? undefined : got[at++],
  }));
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const seen = (role: Role): boolean => seesAnswers(role, HIDDEN);
const isEmpty = ({ values }: Observation): boolean => values.every((value) => value.includes('"totalCount":0'));

/**
 * The roles that are compared between the twins: one for each set of roles with the same rights to see answers and private
 * runs. The other roles of a set are compared with this role within one twin.
 */
const STANDINGS: readonly Role[] = ["reader", "owner", "other submitter", "maintainer"];
/** The roles whose results are checked: with each right at least one, and in the deep run all. */
const HEARD: readonly Role[] = isDeep ? ROLES : [...STANDINGS, "administrator"];
/** Whether a breakdown has no cells, or a table no columns. */
const hasNoPart = ({ values }: Observation): boolean =>
  values.every((value) => value === "[]" || value.includes('"withheldColumns":'));
const isNull = ({ values }: Observation): boolean => values.every((value) => value === "null");

/** For each rule: describes how a role's result for an argument breaks it; false if the rule is kept. */
const WRONG: Partial<Record<ArgumentAccess, (got: Heard, role: Role, ask: Ask, all: ByRole) => string | false>> = {
  DISCLOSED: ({ with: own }, role) =>
    (seen(role) ? own.code !== null : own.code !== "FORBIDDEN" && !hasNoPart(own)) && `the code is ${own.code}`,
  REFUSED: ({ with: own }, role, { host }) =>
    // `Query.slice` only describes a slice and matches nothing; some fields are null or empty for any argument.
    host !== "Query.slice" &&
    (seen(role) ? own.code === "FORBIDDEN" : own.code !== "FORBIDDEN" && !isNull(own) && !isEmpty(own)) &&
    `the code is ${own.code}`,
  UNMATCHED: (got, role) => !seen(role) && !isEmpty(got.with) && "matches",
  SECRET: ({ with: own, without }, _, { host }) =>
    own.code === null && host !== "Query.slice" && !same(own, without) && "matches",
  SHOWN: (got, role, { host }, all) =>
    LISTS.has(host) &&
    !(host === "Run.predictions" && !seen(role) && !seesPrivate(role) && isEmpty(got.with)) &&
    !same(totalsOf(got.with), totalsOf(all.administrator.with)) &&
    "matches others",
  SEEN: (got, role) => !seesPrivate(role) && !same(got.with, got.without) && "tells that a private run exists",
  CALLER: (got, role) => role === "reader" && !same(got.with, got.without) && "matches without a key",
};

/** Lists that are the same for everyone. */
const LISTS: ReadonlySet<string> = new Set([
  "Query.questions",
  "Query.videos",
  "Benchmark.questions",
  "Video.questions",
  "Run.predictions",
]);
const totalsOf = ({ values }: Observation): readonly (string | undefined)[] =>
  values.map((value) => /"totalCount":\d+/.exec(value)?.[0]);

function wrongWith([ask, got]: readonly [Ask, ByRole], twin: ByRole): readonly string[] {
  return HEARD.flatMap((role) => {
    const { with: own } = got[role];
    const other = HEARD.find((one) => seen(one) === seen(role) && seesPrivate(one) === seesPrivate(role)) ?? role;
    const found = [
      ask.rule !== undefined && (WRONG[ask.rule]?.(got[role], role, ask, got) ?? false),
      own.code === "INTERNAL" && "fails",
      !seen(role) &&
        role in twin &&
        !same(got[role], twin[role]) &&
        `depends on the answer key: ${own.values} ≠ ${twin[role].with.values}`,
      !seesPrivate(role) && PRIVATE_TEXTS.some((secret) => own.values.join().includes(secret)) && "gets a private run",
      !isOfCaller(ask) && !same(got[other], got[role]) && `gets something else than '${other}'`,
    ];
    return found.filter((what) => what !== false).map((what) => `${role}, ${ask.host}, ${ask.place}: ${what}`);
  });
}

/** Whether the result is about the caller, or is for administrators only. */
const isOfCaller = ({ host, rule }: Ask): boolean =>
  rule === "CALLER" ||
  host === "Query.apiKeys" ||
  host === "Query.auditLog" ||
  host === "Query.maintainers" ||
  host === "Query.mergedOwners" ||
  host === "Query.disclosure";

const subjectOf = (slug: (typeof TWINS)[number]): Subject => ({ slug, runs: twins.runs[slug] });

const ruleAt = (place: string): ArgumentAccess | undefined => {
  const [owner, name] = [place.slice(0, place.lastIndexOf(".")), place.slice(place.lastIndexOf(".") + 1)];
  return (ARGUMENT_RULES[owner] ?? INPUT_RULES[owner])?.[name];
};
/** Whether an argument has a rule of its own. The arguments of mutations are tested in call-walk.test.ts. */
const isRuled = (place: string): boolean => ruleAt(place) !== "INHERITED" && ruleAt(place) !== "CALL";
/** Rules by which a maintainer's result differs from that of others. */
const TELLS: ReadonlySet<ArgumentAccess | undefined> = new Set(["DISCLOSED", "REFUSED", "UNMATCHED", "UNORDERED"]);

/**
 * Whether a maintainer's result differs between the twins, or differs from the result of a caller without a key.
 */
const isWitness = ([, got]: readonly [Ask, ByRole], twin: ByRole): boolean =>
  !same(got.maintainer.with, twin.maintainer.with) || !same(got.maintainer.with, got.reader.with);

/** A split leaderboard, as every import with hidden answers has it by default; in the deep run also one that is not split. */
describe.each(isDeep ? [true, false] : [true])("with a split leaderboard: %s", (isSplit) => {
  beforeAll(async () => {
    twins = await createTwins({ isSplit });
  });
  afterAll(() => twins.close());

  it("no argument reveals anything about hidden answers or private runs", async () => {
    const first = await hear(subjectOf(TWINS[0]), HEARD);
    const second = await hear(subjectOf(TWINS[1]), STANDINGS);
    expect(second.map(([ask]) => ask.place)).toEqual(first.map(([ask]) => ask.place));
    const violations = first.flatMap((each, index) => wrongWith(each, second[index]?.[1] as ByRole));
    const tried = new Set(first.flatMap(([ask]) => [ask.place, ask.argument]));
    const witnessed = new Set(
      first.filter((each, index) => isWitness(each, second[index]?.[1] as ByRole)).map(([ask]) => ask.place),
    );
    const ruled = [...argumentPlaces, ...inputPlaces].filter((place) => isRuled(place));
    expect({
      violations,
      untried: ruled.filter((place) => !tried.has(place)),
      unproved: ruled.filter((place) => TELLS.has(ruleAt(place)) && !witnessed.has(place)),
    }).toEqual({ violations: [], untried: [], unproved: [] });
    console.log(
      `${first.length} asks of ${tried.size} arguments × ${HEARD.length} roles × 2 keys, ${witnessed.size} witnesses`,
    );
  }, 600_000);

  it("naming a board does not open it before its date", async () => {
    const filter = `benchmark: "${PARTED}", board: PRIVATE`;
    for (const role of ROLES) {
      const { data, errors = [] } = await twins.server.request<{ run: { score: object | null } | null }>(
        `{ run(id: "${twins.parted}") { score(board: PRIVATE) { value } } }`,
        {},
        { key: twins.keys[role] },
      );
      const board = await twins.server.request(
        `{ leaderboard(${filter}) { totalCount } }`,
        {},
        { key: twins.keys[role] },
      );
      const codes = [errors[0]?.extensions.code, board.errors?.[0]?.extensions.code];
      expect([role, codes]).toEqual([role, seen(role) ? [undefined, undefined] : ["FORBIDDEN", "FORBIDDEN"]]);
      if (!seen(role)) expect(data.run?.score).toBeNull();
    }
  });
});
