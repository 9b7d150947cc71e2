import type { FieldProfile } from "./field-profile.ts";

/*
 * What fields are called, in lower case with underscores. Of several lists, the names of the first are the surest.
 */

const TEXT = /^(question|questions|question_text|question_en|query|q|problem|问题)$/;
const MAYBE_TEXT = /^(prompt|text|instruction|input|user_prompt|problem_statement|question_.*)$/;
const OPTIONS =
  /^(options?|choices?|candidates?|answer_choices|answer_options|option_list|choice_list|multi_choices?|multiple_choices?|mc_options|mcq|mcq_options|选项)$/;
/** The stems of columns of options: `option_1`, `choiceA`, `mcq_1`, `a0`. Letters alone have none. */
const OPTION_STEMS = /^(|a|c|o|ch|op|option|opt|choice|candidate|mcq|mc|answer_option|answer_choice|ans|answer)$/;
const ANSWER = [
  /^(correct|right|gt|gold|true|ground_truth)_(answers?|options?|choices?|mcq|label|index|idx|letter|position|id|key)$/,
  /^(answers?|ans|gt|gold|ground_?truth|target|solution|correct|答案)$/,
  /^answer_(idx|index|label|letter|key|id|position|choice|option|text|content|string|value)$|^(correct|gt|gold|ground_truth)_(text|value)$|^label$/,
] as const;
const TASK = [
  /^(task|tasks|task_type|task_name|task_category|question_task|sub_?task)$/,
  /^(type|question_type|q_?type|qa_type|question_category|question_class)$/,
] as const;
const MAYBE_TASK =
  /(^|_)(ability|skill|capability|category|sub_?category|dimension|aspect|topic|domain|class|type)(_|$)|^part$/;
const LEVEL = /(^|_)level$/;
const VIDEO = [
  /^(video_?(id|key|name)|vid|clip_?id|video_?uid)$/,
  /^(video|clip|youtube_?id)$/,
  /^(video|clip)_?(path|file|filename|file_name)$/,
  /^audio_?(id|key|name)$/,
  /^(audio|wav|sound)$/,
  /^(audio|wav|sound)_?(path|file|filename|file_name)$/,
  /^(image|picture|img)(_?(id|key|name|path|file|filename|file_name))?$/,
  /^(media|file|filename|file_name|path)(_?(id|key|name|path|file))?$/,
] as const;
const KEY = [
  /^(question_?(id|key|uid|index|no|number)|qid|q_?id)$/,
  /^(id|uid|uuid|key|sample_id|item_id|question_id|index|idx|no|number)$/,
] as const;
const CATEGORY = [
  /^(video|audio|clip)_(category|domain|topic|genre|type)$/,
  /^(category|domain|genre|topic|scene|video_categories|categories)$/,
  /^.*(parent|main|top|level_?1|first)_category$/,
] as const;
const SUBCATEGORY =
  /^(sub_?(category|domain|topic|genre|class)|.*_(fine|sub)_category|video_sub_?category|second(ary)?_category)$/;
const DURATION = /^((video|audio|clip)_)?(duration|length|len)(_?(s|sec|secs|second|seconds|ms|in_seconds))?$/;
const SUBSET = [/^subset$/, /^split$/, /^(difficulty|difficulty_level)$/, /^part$/] as const;
const CAPTION = /^((video|audio)_)?caption$/;
const URL = /^((video|audio|youtube)_)?(url|link)$/;
const OUTPUT = /^(model_|raw_)?(response|prediction|pred|output|model_answer|model_output|generated_text)s?(_.*)?$/;

export const NAMES = {
  OPTIONS,
  ANSWER,
  TASK,
  MAYBE_TASK,
  LEVEL,
  VIDEO,
  KEY,
  CATEGORY,
  SUBCATEGORY,
  DURATION,
  SUBSET,
  CAPTION,
  URL,
  OUTPUT,
};

/** The fields whose names are in the first of the lists that has any. */
export function firstNamed(fields: readonly FieldProfile[], lists: readonly RegExp[]): readonly FieldProfile[] {
  for (const names of lists) {
    const found = fields.filter(({ plainName }) => names.test(plainName));
    if (found.length > 0) return found;
  }
  return [];
}

/** The shortest mean length of a question's text. */
const SHORTEST = 8;

/** The fields that may be the text of a question, and whether one is called so. Values decide besides names. */
export function textCandidates(
  all: readonly FieldProfile[],
  records: number,
): { readonly fields: readonly FieldProfile[]; readonly byName: boolean } {
  const fields = all.filter(
    (field) =>
      field.isText && field.count > records / 2 && field.length / field.count >= SHORTEST && field.literals === 0,
  );
  const named = fields.filter(({ plainName }) => TEXT.test(plainName));
  const asking = fields.filter(
    (field) => !named.includes(field) && !OUTPUT.test(field.plainName) && field.asking > field.count * 0.8,
  );
  if (named.length > 0) return { fields: [...named, ...asking], byName: true };
  if (asking.length > 0) return { fields: asking, byName: false };
  return { fields: fields.filter(({ plainName }) => MAYBE_TEXT.test(plainName)), byName: false };
}

/** Columns that hold an option each: A, B, C; option_1, option_2; mcq_1; a0, a1. In the order of their labels. */
export function optionColumns(fields: readonly FieldProfile[]): readonly (readonly FieldProfile[])[] {
  const groups = new Map<string, Map<number, FieldProfile>>();
  for (const field of fields) {
    if (!field.isScalar) continue;
    const [, stem = "", end = ""] = /^(.*?)[_\s-]?([A-Za-z]|\d{1,2})$/.exec(field.name) ?? [];
    const plain = stem
      .toLowerCase()
      .replace(/[^a-z]+/g, "_")
      .replace(/_+$/, "");
    if (end === "" || !OPTION_STEMS.test(plain) || (plain === "" && !/^[A-Za-z]$/.test(field.name))) continue;
    const place = JSON.stringify([field.scope, field.way.slice(0, -1), plain]);
    const group = groups.get(place) ?? new Map<number, FieldProfile>();
    groups.set(place, group.set(/\d/.test(end) ? Number(end) : end.toUpperCase().charCodeAt(0) - 64, field));
  }
  const isWhole = (places: readonly number[]): boolean =>
    places.length > 1 && (places[0] ?? 9) <= 1 && places.every((place, index) => place === (places[0] ?? 0) + index);
  return [...groups.values()]
    .map((group) => [...group].sort(([a], [b]) => a - b))
    .filter((group) => isWhole(group.map(([place]) => place)))
    .map((group) => group.map(([, field]) => field));
}
