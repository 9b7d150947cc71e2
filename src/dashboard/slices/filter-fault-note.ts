import { isOmnidexFailure, OmnidexInvalidFilterError, type QuestionFilter } from "../../sdk/index.ts";

/** What is wrong with one condition of a filter. */
export interface FilterFault {
  /** The path in the filter: `["tasks", 0]`; empty if the server did not give one. */
  readonly path: readonly (string | number)[];
  /** The reason, as a sentence. */
  readonly reason: string;
  /** The most similar existing value; null if none is similar. */
  readonly nearest: string | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Parses `filter.tasks[0]` to `["tasks", 0]`. If a request has several filters, the name of a field comes first:
 * `slice1.filter.tasks[0]`. In a filter of predictions, the conditions on questions are in the field `questions`, which
 * is left out of the result.
 */
function pathOf(text: string): readonly (string | number)[] {
  const parts = [...text.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));
  const path = parts.slice(Math.max(0, parts.indexOf("filter")) + 1);
  return path[0] === "questions" ? path.slice(1) : path;
}

/** The faults of a filter that an error reports; none if the error is about something else. */
export function filterFaults(error: unknown): readonly FilterFault[] {
  if (isOmnidexFailure(error) && error.code === "BAD_USER_INPUT") return shapeFault(error.message);
  if (!(error instanceof OmnidexInvalidFilterError)) return [];
  if (error.faults.length === 0) return [{ path: [], reason: error.message, nearest: null }];
  return error.faults.map(({ path, reason, nearest }) => ({
    path: pathOf(path),
    reason,
    nearest: nearest[0] ?? null,
  }));
}

/** Faults from GraphQL's own validation: unknown fields, unknown enum values, values of another type. */
function shapeFault(message: string): readonly FilterFault[] {
  const [, place, reason] =
    /^Variable "\$\w*" got invalid value [\s\S]*?(?: at "([^"]+)")?; ((?:Field|Value|Expected|\w+ cannot)[\s\S]*)$/.exec(
      message,
    ) ?? [];
  if (reason === undefined) return [];
  const [sentence = reason, question] = reason.split(/ Did you mean /);
  const [, nearest = null] = /"([^"]+)"/.exec(question ?? "") ?? [];
  const [, field] = /^Field "(\w+)" is not defined/.exec(reason) ?? [];
  const path = place === undefined ? [] : pathOf(place);
  if (field !== undefined)
    return [{ path: [...path, field], reason: `There is no condition '${field}'.`, nearest: null }];
  return [{ path, reason: plain(sentence), nearest }];
}

/** Rewrites `Value "LOUD" does not exist in "Level" enum.` as `There is no level 'LOUD'.` */
function plain(sentence: string): string {
  const [, value, type] = /^Value "([^"]+)" does not exist in "(\w+)" enum\.$/.exec(sentence) ?? [];
  return value === undefined || type === undefined
    ? sentence
    : `There is no ${type.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()} '${value}'.`;
}

/** Whether a filter has a value at a path. */
export const hasPath = (filter: QuestionFilter, path: FilterFault["path"]): boolean =>
  path.length > 0 && valueAt(filter, path) !== undefined;

function valueAt(value: unknown, path: FilterFault["path"]): unknown {
  let found: unknown = value;
  for (const part of path) found = typeof found === "object" && found !== null ? Reflect.get(found, part) : undefined;
  return found;
}

/** The filter without the value at a path. A list or condition that becomes empty is removed, too. */
export const withoutPath = (filter: QuestionFilter, path: FilterFault["path"]): QuestionFilter =>
  edited(filter, path, undefined);

/** The filter with another value at a path. */
export const withValueAt = (filter: QuestionFilter, path: FilterFault["path"], value: string): QuestionFilter =>
  edited(filter, path, value);

function edited(filter: QuestionFilter, path: FilterFault["path"], value: string | undefined): QuestionFilter {
  const next = changed(filter, path, value);
  return isRecord(next) ? next : {};
}

/** A copy with `value` at the path; undefined if nothing is left. */
function changed(whole: unknown, [part, ...rest]: FilterFault["path"], value: string | undefined): unknown {
  if (part === undefined) return value;
  if (Array.isArray(whole)) {
    const list = whole.flatMap((each: unknown, place) => {
      const next = place === part ? changed(each, rest, value) : each;
      return next === undefined ? [] : [next];
    });
    return list.length === 0 ? undefined : list;
  }
  if (!isRecord(whole)) return whole;
  const entries = Object.entries(whole).flatMap(([field, each]) => {
    const next = field === part ? changed(each, rest, value) : each;
    return next === undefined ? [] : [[field, next] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
