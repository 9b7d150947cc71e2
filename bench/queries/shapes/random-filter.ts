import { benchmarkSlug } from "../../data/data-size.ts";
import type { ShapeContext } from "./shape-context.ts";

/** A filter for GraphQL, and the equivalent SQL condition. */
export interface ShapeFilter {
  readonly value: Readonly<Record<string, unknown>>;
  readonly sql: string;
}

const AUDIO = ["SPEECH", "SOUND", "MUSIC"] as const;
const LEVELS = ["PERCEPTION", "UNDERSTANDING", "REASONING"] as const;
const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
const TASKS = numbered("task", 13);
const CATEGORIES = numbered("category", 8);
const WORDS = ["bado", "keli", "muna", "pora", "sita", "vezo"] as const;

type Maker = (context: ShapeContext, row: string) => ShapeFilter;

/** Conditions that both questions and videos have. */
const SHARED: readonly Maker[] = [
  (context, row) => {
    const quantifier = context.random.pick(["any", "all", "none"] as const);
    const types = context.random.some(AUDIO);
    const mask = types.reduce((bits, type) => bits | (1 << AUDIO.indexOf(type)), 0);
    const bits = context.parameter("smallint", mask);
    const common = `(${row}.audio_mask & ${bits})`;
    const sql = { any: `${common} <> 0`, all: `${common} = ${bits}`, none: `${common} = 0` }[quantifier];
    return { value: { audioTypes: { [quantifier]: types } }, sql };
  },
  (context, row) => {
    const gt = context.random.integer(30, 600);
    const lte = gt + context.random.integer(60, 500);
    const [from, to] = [context.parameter("float8", gt), context.parameter("float8", lte)];
    const sql = `${row}.duration_seconds > ${from} and ${row}.duration_seconds <= ${to}`;
    return { value: { durationSeconds: { gt, lte } }, sql };
  },
  (context, row) => {
    const benchmarks = context.random.some(
      numbered("", context.size.benchmarks).map((_, index) => benchmarkSlug(index)),
    );
    const sql = `${row}.release_id in (select r.id from releases r join benchmarks b on b.id = r.benchmark_id
      where r.is_current and b.slug = any(${context.parameter("text[]", benchmarks)}))`;
    return { value: { benchmarks }, sql };
  },
];

const QUESTION: readonly Maker[] = [
  ...SHARED,
  (context, row) => {
    const levels = context.random.some(LEVELS);
    return { value: { levels }, sql: `${row}.level = any(${context.parameter("text[]", levels)})` };
  },
  (context, row) => {
    const tasks = context.random.some(TASKS);
    const slugs = context.parameter("text[]", tasks);
    return { value: { tasks }, sql: `${row}.task_id in (select id from tasks where slug = any(${slugs}))` };
  },
  (context, row) => {
    const categories = context.random.some(CATEGORIES);
    const slugs = context.parameter("text[]", categories);
    const sql = `${row}.top_category_id in (select id from categories where slug = any(${slugs}))`;
    return { value: { categories }, sql };
  },
  (context, row) => {
    const field = context.random.pick(["Audio", "Visual"] as const);
    const value = context.random.chance(0.5);
    const sql = `${row}.requires_${field.toLowerCase()} = ${context.parameter("boolean", value)}`;
    return { value: { [`requires${field}`]: value }, sql };
  },
  (context, row) => {
    const text = context.random.pick(WORDS);
    const sql = `${row}.search @@ websearch_to_tsquery('english', ${context.parameter("text", text)})`;
    return { value: { text }, sql };
  },
];

/**
 * Up to three conditions on a question. Sometimes a negation or a disjunction of further conditions is added, which are
 * of other kinds than the first ones: the server refuses conditions that contradict each other.
 */
export function randomQuestionFilter(context: ShapeContext, row: string): ShapeFilter {
  const { random } = context;
  const makers = someOf(context, QUESTION, random.integer(1, 4));
  const filter = conjunction(context, row, makers);
  const others = QUESTION.filter((maker) => !makers.includes(maker));
  if (random.chance(0.15)) {
    const not = conjunction(context, row, someOf(context, others, 1));
    return { value: { ...filter.value, not: not.value }, sql: `${filter.sql} and (${not.sql}) is not true` };
  }
  if (random.chance(0.15)) {
    const or = [1, 2].map(() => conjunction(context, row, someOf(context, others, 1)));
    const either = or.map(({ sql }) => `(${sql})`).join(" or ");
    return { value: { ...filter.value, or: or.map(({ value }) => value) }, sql: `${filter.sql} and (${either})` };
  }
  return filter;
}

/** One or two conditions on a video; sometimes one on its questions. */
export function randomVideoFilter(context: ShapeContext, row: string): ShapeFilter {
  const filter = conjunction(context, row, someOf(context, SHARED, context.random.integer(1, 3)));
  if (!context.random.chance(0.3)) return filter;
  const question = context.name("q");
  const questions = conjunction(context, question, someOf(context, QUESTION, 1));
  const sql = `${filter.sql} and exists (select from questions ${question} where ${question}.video_id = ${row}.id and ${questions.sql})`;
  return { value: { ...filter.value, questions: questions.value }, sql };
}

function someOf({ random }: ShapeContext, makers: readonly Maker[], count: number): readonly Maker[] {
  const chosen = new Set<Maker>();
  while (chosen.size < Math.min(count, makers.length)) chosen.add(random.pick(makers));
  return [...chosen];
}

function conjunction(context: ShapeContext, row: string, makers: readonly Maker[]): ShapeFilter {
  const parts = makers.map((make) => make(context, row));
  const value = Object.assign({}, ...parts.map((part) => part.value)) as ShapeFilter["value"];
  return { value, sql: parts.map(({ sql }) => sql).join(" and ") };
}
