import { type Condition, type Formula, isCondition, outside, overlap, type Span } from "./formula.ts";

/** How much work a search may still take: 1 for each step, plus the number of values that the step compares. */
export interface Work {
  left: number;
}

/** What is known about one property of an object, from the conditions that it must and must not meet. */
type Known =
  | { readonly kind: "values"; readonly allowed: ReadonlySet<string> | null; readonly excluded: ReadonlySet<string> }
  | { readonly kind: "tree"; readonly allowed: readonly string[] | null; readonly excluded: ReadonlySet<string> }
  | { readonly kind: "spans"; readonly required: boolean; readonly spans: readonly Span[] };

type Facts = ReadonlyMap<string, Known>;
/** A formula that must be true, or must be false. */
interface Demand {
  readonly formula: Formula;
  readonly holds: boolean;
}

/**
 * Whether some object could meet the formula. False is certain: no object meets it, whatever the data. True may be
 * wrong, because properties count as independent of each other and the work is limited.
 */
export function isSatisfiable(formula: Formula, work: Work): boolean {
  return search([{ formula, holds: true }], new Map(), work);
}

function search(demands: readonly Demand[], facts: Facts, work: Work): boolean {
  const open = [...demands];
  const choices: (readonly Demand[])[] = [];
  let known = facts;
  for (let demand = open.pop(); demand !== undefined; demand = open.pop()) {
    work.left -= 1;
    if (work.left < 0) return true;
    const { formula, holds } = demand;
    if (isCondition(formula)) {
      const next = withCondition(known, formula, holds, work);
      if (next === null) return false;
      known = next;
    } else if (formula.kind === "not") open.push({ formula: formula.part, holds: !holds });
    else {
      const parts = formula.parts.map((part): Demand => ({ formula: part, holds }));
      if ((formula.kind === "all") === holds) open.push(...parts);
      else choices.push(parts);
    }
  }
  return satisfiesChoices(choices, known, work);
}

/** Whether one demand of each choice can be met, all of them by the same object. */
function satisfiesChoices(choices: readonly (readonly Demand[])[], facts: Facts, work: Work): boolean {
  const [first, ...others] = choices;
  if (first === undefined) return true;
  const rest = others.map((parts) => ({ formula: disjunctionOf(parts), holds: true }));
  return first.some((demand) => search([...rest, demand], facts, work));
}

const disjunctionOf = (demands: readonly Demand[]): Formula => ({
  kind: "any",
  parts: demands.map(({ formula, holds }) => (holds ? formula : { kind: "not", part: formula })),
});

/** The facts with one condition added; null if it contradicts them. */
function withCondition(facts: Facts, condition: Condition, holds: boolean, work: Work): Facts | null {
  work.left -= facts.size;
  const before = facts.get(condition.of);
  const known = narrowed(before, condition, holds, work);
  return known === null ? null : new Map([...facts, [condition.of, known]]);
}

function narrowed(before: Known | undefined, condition: Condition, holds: boolean, work: Work): Known | null {
  if (condition.kind === "values")
    return withValues(before?.kind === "values" ? before : initial(condition.total), condition.values, holds, work);
  if (condition.kind === "tree") return withSlugs(before?.kind === "tree" ? before : NO_SLUGS, condition, holds, work);
  return withSpans(before?.kind === "spans" ? before : null, condition, holds, work);
}

type Values = Extract<Known, { kind: "values" }>;
type Slugs = Extract<Known, { kind: "tree" }>;
const initial = (total: readonly string[] | undefined): Values => ({
  kind: "values",
  allowed: total === undefined ? null : new Set(total),
  excluded: new Set(),
});
const NO_SLUGS: Slugs = { kind: "tree", allowed: null, excluded: new Set() };

function withValues({ allowed, excluded }: Values, listed: readonly string[], holds: boolean, work: Work) {
  const values = new Set(listed);
  work.left -= values.size + excluded.size + (allowed?.size ?? 0);
  const out = holds ? excluded : new Set([...excluded, ...values]);
  const within = allowed ?? (holds ? values : null);
  if (within === null) return { kind: "values", allowed: null, excluded: out } as const;
  const left = [...within].filter((value) => (!holds || values.has(value)) && !out.has(value));
  return left.length === 0 ? null : ({ kind: "values", allowed: new Set(left), excluded: out } as const);
}

function withSlugs(
  { allowed, excluded }: Slugs,
  condition: Extract<Condition, { kind: "tree" }>,
  holds: boolean,
  work: Work,
) {
  const slugs = new Set(condition.slugs);
  work.left -= slugs.size + excluded.size + (allowed?.length ?? 0);
  const out = holds ? excluded : new Set([...excluded, ...slugs]);
  const within = allowed === null ? (holds ? [...slugs] : null) : holds ? common(allowed, slugs) : allowed;
  if (within === null) return { kind: "tree", allowed: null, excluded: out } as const;
  const left = within.filter((slug) => !isAtOrBelow(slug, out));
  return left.length === 0 ? null : ({ kind: "tree", allowed: left, excluded: out } as const);
}

/** The common part of two sets of subtrees, as slugs: each is in one list and at or below a slug of the other list. */
function common(one: readonly string[], other: ReadonlySet<string>): readonly string[] {
  const first = new Set(one);
  return [
    ...one.filter((slug) => isAtOrBelow(slug, other)),
    ...[...other].filter((slug) => !first.has(slug) && isAtOrBelow(slug, first)),
  ];
}

/** Whether a slug or a slug above it is in the set. */
function isAtOrBelow(slug: string, slugs: ReadonlySet<string>): boolean {
  if (slugs.has(slug)) return true;
  for (let end = slug.indexOf("/"); end >= 0; end = slug.indexOf("/", end + 1))
    if (slugs.has(slug.slice(0, end))) return true;
  return false;
}

function withSpans(
  before: Extract<Known, { kind: "spans" }> | null,
  { scale, spans }: Extract<Condition, { kind: "spans" }>,
  holds: boolean,
  work: Work,
): Known | null {
  const own = before?.spans ?? [scale.all];
  work.left -= own.length * (spans.length + 1);
  const both = (left: readonly Span[], right: readonly Span[]) =>
    left.flatMap((a) => right.flatMap((b) => overlap(a, b, scale.whole) ?? []));
  const left = holds ? both(own, spans) : spans.reduce((rest, span) => both(rest, outside(span)), own);
  const required = holds || before?.required === true;
  return required && left.length === 0 ? null : { kind: "spans", required, spans: left };
}
