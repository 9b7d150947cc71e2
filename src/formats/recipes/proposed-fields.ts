import { QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";
import { plainText } from "../../domain/texts.ts";
import { LEVELS, type Level } from "../../domain/vocabulary.ts";
import { firstNamed, NAMES } from "./field-names.ts";
import { type FieldProfile, plainName } from "./field-profile.ts";
import { type Decisions, fieldAnswer } from "./proposal-decisions.ts";
import type { ProfiledSource } from "./proposal-source.ts";
import type { RecipeField } from "./recipe.ts";

/** Words for the levels. WorldSense calls perception "Recognition". */
const LEVEL_WORDS: Readonly<Record<string, Level>> = {
  perception: "PERCEPTION",
  recognition: "PERCEPTION",
  understanding: "UNDERSTANDING",
  reasoning: "REASONING",
  sensation: "SENSATION",
};
const AUDIO_WORDS: Readonly<Record<string, string>> = {
  speech: "SPEECH",
  sound: "SOUND",
  sounds: "SOUND",
  music: "MUSIC",
};

/** A map for all words of a field; null if some have no meaning in the table. */
function mapOf(
  { words }: FieldProfile,
  table: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null {
  if (words === null || words.size === 0) return null;
  const pairs = [...words.keys()].map((word) => [word.trim(), table[plainName(word)]] as const);
  return pairs.every(([, meaning]) => meaning !== undefined)
    ? (Object.fromEntries(pairs) as Record<string, string>)
    : null;
}

/** The types of audio: a field whose words are all types. */
export function proposedAudioTypes(
  fields: readonly FieldProfile[],
): { readonly field: FieldProfile; readonly from: RecipeField } | null {
  for (const field of fields) {
    const map = field.objects === 0 && field.tables === 0 ? mapOf(field, AUDIO_WORDS) : null;
    if (map === null || field.flags + field.numbers > 0) continue;
    return { field, from: { from: field.lists === field.count ? field.path : `[${field.path}]`, map } };
  }
  return null;
}

/** The level: that of the user, or a field whose words are all levels. What the files do not say is asked. */
export function proposedLevel(
  fields: readonly FieldProfile[],
  decisions: Decisions,
): { readonly field: FieldProfile | null; readonly level: Level | RecipeField } {
  const chosen = decisions.value("level");
  if (chosen !== undefined) return { field: null, level: chosen };
  for (const field of fields) {
    const map = field.isScalar ? mapOf(field, LEVEL_WORDS) : null;
    if (map !== null && (Object.keys(map).length > 1 || NAMES.LEVEL.test(field.plainName)))
      return { field, level: { from: field.path, map } };
  }
  const named = fields.find((field) => NAMES.LEVEL.test(field.plainName) && field.words !== null);
  const because =
    named === undefined
      ? "No field has levels."
      : `The words of '${named.name}' are no levels here: ${[...(named.words?.keys() ?? [])].slice(0, 6).map(plainText).join(", ")}.`;
  decisions.ask(
    "Which level do the tasks have?",
    `${because} A saved recipe has one for each task, to be changed there.`,
    LEVELS.map((level) => ({ choice: "level" as const, value: level, means: "for all tasks" })),
  );
  return { field: null, level: "UNDERSTANDING" };
}

/** The most words of a field that are tasks. */
const MOST_TASKS = 100;

/** The task: a field, or one name for all questions. What the files do not decide is asked. */
export function proposedTask(
  fields: readonly FieldProfile[],
  { questionCount }: ProfiledSource,
  decisions: Decisions,
): { readonly field: FieldProfile | null; readonly name: string | null; readonly offered: readonly FieldProfile[] } {
  const one = decisions.choices.oneTask;
  if (one !== undefined) return { field: null, name: one, offered: [] };
  const chosen = decisions.chosen("task");
  const fitting = fields.filter(
    (field) =>
      field.isScalar &&
      field.words !== null &&
      field.words.size <= Math.min(MOST_TASKS, Math.max(1, questionCount / 2)),
  );
  const maybe = fitting.filter(({ plainName }) => NAMES.MAYBE_TASK.test(plainName));
  if (chosen != null) return { field: chosen, name: null, offered: maybe };
  const sure = NAMES.TASK.map((names) => firstNamed(fitting, [names])).find((found) => found.length > 0) ?? [];
  if (sure.length === 1) return { field: sure[0] ?? null, name: null, offered: [] };
  const offered = sure.length > 0 ? sure : maybe;
  const because =
    sure.length > 0
      ? "Several are called so."
      : offered.length > 0
        ? "No field is called so."
        : "No field looks like it.";
  decisions.ask("Which field has the task?", because, [
    ...offered.slice(0, 10).map((field) => fieldAnswer("task", field)),
    { choice: "oneTask", value: "Questions", means: "one task of this name for all questions" },
  ]);
  return { field: offered[0] ?? null, name: offered.length > 0 ? null : "Questions", offered };
}

/** The video, audio or picture: the field with its key. */
export function proposedVideo(source: ProfiledSource, decisions: Decisions): FieldProfile | null {
  const chosen = decisions.chosen("video");
  if (chosen !== undefined) return chosen;
  const scope = source.questions === undefined ? "question" : "record";
  const own = source.fields.filter((field) => field.scope === scope && field.isScalar && field.flags === 0);
  const [first] = firstNamed(own, NAMES.VIDEO);
  return first ?? null;
}

/** The fields that may describe the video, in the order in which they are preferred. */
export function describingFields(source: ProfiledSource, free: readonly FieldProfile[], decisions: Decisions) {
  const own = free.filter(({ scope }) => scope !== "root" && (scope === "record" || source.questions === undefined));
  const chosen = decisions.chosen("category");
  const words = own.filter((field) => field.words !== null && field.isScalar);
  return {
    categories:
      chosen === undefined
        ? NAMES.CATEGORY.map((names) => firstNamed(words, [names]))
        : [chosen === null ? [] : [chosen]],
    subcategories: chosen === undefined ? firstNamed(words, [NAMES.SUBCATEGORY]) : [],
    durations: firstNamed(
      own.filter(({ isScalar }) => isScalar),
      [NAMES.DURATION],
    ),
    captions: firstNamed(
      own.filter(({ isText }) => isText),
      [NAMES.CAPTION],
    ),
    urls: firstNamed(
      own.filter(({ isText, examples }) => isText && examples.every((text) => /^https?:\/\//.test(String(text)))),
      [NAMES.URL],
    ),
  };
}

/** The part of the benchmark that a question is in: a field with at least two words. */
export const proposedSubset = (fields: readonly FieldProfile[]): FieldProfile | null =>
  firstNamed(
    fields.filter(({ words, isText }) => isText && words !== null && words.size > 1 && words.size <= 20),
    NAMES.SUBSET,
  )[0] ?? null;

/** The truth values of a question, by their own names: `requires_audio`. */
export const proposedFlags = (
  fields: readonly FieldProfile[],
): readonly (readonly [name: string, field: FieldProfile])[] =>
  QUESTION_FLAG_NAMES.flatMap((flag) => {
    const field = fields.find((each) => each.flags === each.count && each.plainName === plainName(flag));
    return field === undefined ? [] : [[flag, field] as const];
  });
