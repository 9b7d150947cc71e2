import { ImportError } from "../../domain/import-error.ts";
import { counted } from "../../domain/texts.ts";
import type { ImportFile } from "../files/importer.ts";
import { NAMES, textCandidates } from "./field-names.ts";
import type { FieldProfile } from "./field-profile.ts";
import type { Decisions } from "./proposal-decisions.ts";
import { namesOf, type ProfiledSource } from "./proposal-source.ts";
import {
  AnswerSurvey,
  answerCandidates,
  answerQuestion,
  ofField,
  type ProposedExpression,
  proposedOptions,
} from "./proposed-choice.ts";
import {
  describingFields,
  proposedAudioTypes,
  proposedFlags,
  proposedLevel,
  proposedSubset,
  proposedTask,
  proposedVideo,
} from "./proposed-fields.ts";
import type { AnswerNaming, RecipeField } from "./recipe.ts";
import { SourceSurvey } from "./source-survey.ts";

/** A part of a question or a video in the recipe, with the fields that it reads. */
export type Part = readonly [name: string, value: RecipeField, fields: readonly FieldProfile[]];

/** What the recipe says, in parts. */
export interface Parts {
  readonly question: readonly Part[];
  readonly video: readonly Part[];
  readonly answerIs: AnswerNaming | undefined;
  readonly level: string | RecipeField;
  readonly notes: readonly string[];
}

/** Finds the parts of a recipe, and asks what the files do not decide. */
export class RecipeParts {
  readonly #question: Part[] = [];
  readonly #video: Part[] = [];
  readonly #notes: string[] = [];
  #answerIs: AnswerNaming | undefined;

  constructor(
    readonly files: readonly ImportFile[],
    readonly source: ProfiledSource,
    readonly decisions: Decisions,
  ) {}

  /** The fields that no part uses yet. */
  get #free(): readonly FieldProfile[] {
    const used = [...this.#question, ...this.#video].flatMap(([, , fields]) => fields);
    return this.source.fields.filter((field) => !used.includes(field));
  }

  async build(): Promise<Parts> {
    const { source, decisions } = this;
    this.#put("text", ofField(this.#text()));
    const options = proposedOptions(
      source,
      decisions,
      (besides) => answerCandidates(source.fields, besides).length > 0,
    );
    if (options !== null) this.#put("options", options);
    const video = proposedVideo(source, decisions);
    const answers = this.#answers();
    const naming = decisions.value("answerIs");
    const survey = options === null ? null : new AnswerSurvey(options, answers, naming);
    const describing = describingFields(source, this.#free, decisions);
    const over = new SourceSurvey(this.files, source, video);
    over.watch(Object.values(describing).flat(2));
    await over.read(survey);
    this.#answer(answers, survey, naming);
    const audio = proposedAudioTypes(this.#free.filter(({ scope }) => scope !== "root"));
    if (audio !== null) this.#question.push(["audioTypes", audio.from, [audio.field]]);
    const level = proposedLevel(this.#free, decisions);
    const task = proposedTask(
      this.#free.filter((field) => field !== level.field),
      source,
      decisions,
    );
    if (task.field !== null) this.#put("task", ofField(task.field));
    else this.#question.push(["task", JSON.stringify(task.name), []]);
    if (level.field !== null) this.#question.push(["level", level.level, [level.field]]);
    this.#key(over, video, task.field);
    if (video !== null || (source.isNamed && source.questions !== undefined))
      this.#describe(over, video, describing, task.offered);
    const subset = proposedSubset(this.#free);
    if (subset !== null) this.#put("subset", ofField(subset));
    for (const [flag, field] of proposedFlags(this.#free)) this.#put(flag, ofField(field));
    return {
      question: this.#question,
      video: this.#video,
      answerIs: this.#answerIs,
      level: level.level,
      notes: this.#notes,
    };
  }

  #put(name: string, { text, fields }: ProposedExpression): void {
    this.#question.push([name, text, fields]);
  }

  #text(): FieldProfile {
    const { source, decisions } = this;
    const chosen = decisions.chosen("text");
    if (chosen != null) return chosen;
    const own = source.fields.filter(({ scope }) => scope === "question");
    const { fields } = textCandidates(own, source.questionCount);
    const [first, ...others] = fields;
    if (first === undefined)
      throw new ImportError(
        this.files.map(({ name }) => name).join(", "),
        "records with the text of a question (--text-field names the field)",
        `the fields ${namesOf(source.fields)}`,
      );
    if (others.length > 0)
      decisions.askField("text", fields, "Which field is the text of the question?", "Each of them could be it.");
    return first;
  }

  #answers(): readonly FieldProfile[] {
    const chosen = this.decisions.chosen("answer");
    if (chosen != null) return [chosen];
    const used = this.#question.flatMap(([, , fields]) => fields);
    return answerCandidates(this.source.fields, used);
  }

  #answer(answers: readonly FieldProfile[], survey: AnswerSurvey | null, naming: AnswerNaming | undefined): void {
    const { decisions } = this;
    if (answers.length === 0) {
      this.#references();
      return;
    }
    const reading = survey?.decide(decisions) ?? null;
    const field = reading?.field ?? answers[0];
    if (field === undefined) return;
    if (survey === null) {
      this.#openAnswer(field);
      return;
    }
    this.#put("answer", ofField(field, reading?.text));
    this.#answerIs = reading === null ? naming : reading.answerIs;
    const { questions, read } = survey.counts;
    if (read < questions)
      this.#notes.push(
        `${counted(questions - read, "answer")} of ${questions} in '${field.name}' ${questions - read === 1 ? "is" : "are"} no option.`,
      );
  }

  /** Several accepted answers in columns, such as answer_1, answer_2; otherwise the answer is asked. */
  #references(): void {
    const columns = this.source.fields.filter(
      ({ name, scope }) => scope === "question" && /^(answer|reference|ref|gt)_?\d$/i.test(name),
    );
    if (columns.length > 0 && !this.#question.some(([name]) => name === "options"))
      this.#put("answers", {
        text: `[${columns.map(({ path }) => path).join(", ")}] | map(select(. != null))`,
        fields: columns,
      });
    else
      answerQuestion(
        this.decisions,
        this.#free.filter(
          (field) => field.scope === "question" && (field.isScalar || field.lists > 0) && field.tables === 0,
        ),
      );
  }

  /** The format of an answer without options. */
  #openAnswer(field: FieldProfile): void {
    const { decisions } = this;
    if (field.lists === field.count) {
      const several = decisions.value("answersAre");
      if (several === undefined)
        decisions.ask(
          `Are all answers of a list in '${field.name}' required, or is one enough?`,
          "A list may mean both.",
          [
            { choice: "answersAre", value: "ANY_ONE", means: "one of them is enough" },
            { choice: "answersAre", value: "ALL", means: "all of them are required" },
          ],
        );
      this.#put(several === "ANY_ONE" ? "answers" : "answer", ofField(field));
      return;
    }
    this.#put("answer", ofField(field));
    const words = [...(field.words?.keys() ?? [])];
    const isYesNo = words.length > 1 && words.every((word) => /^(yes|no|not sure)$/i.test(word.trim()));
    const isNumeral = field.isText && field.numerals === field.count;
    const chosen = decisions.value("answerFormat");
    const format = chosen ?? (isYesNo ? "YES_NO" : null);
    if (format !== null) this.#question.push(["answerFormat", JSON.stringify(format), []]);
    else if (isNumeral)
      decisions.ask(
        `Is an answer such as ${JSON.stringify(field.examples[0])} in '${field.name}' a number or a text?`,
        "A table has only texts.",
        [
          { choice: "answerFormat", value: "NUMBER", means: "07 and 7 are the same" },
          { choice: "answerFormat", value: "OPEN_TEXT", means: "the text is compared" },
        ],
      );
  }

  /** The key of a question: a field without repeats; otherwise the video's key and a number. */
  #key(survey: SourceSurvey, video: FieldProfile | null, task: FieldProfile | null): void {
    const free = this.#free.filter(
      (field) => field !== video && field.scope === "question" && field.isScalar && field.flags === 0,
    );
    const named = NAMES.KEY.flatMap((names) => free.filter(({ plainName }) => names.test(plainName))).filter(
      ({ count }) => count === this.source.questionCount,
    );
    for (const field of named) {
      const repeats = survey.repeats(field);
      if (repeats === "within a file") continue;
      const file = task?.scope === "root" ? task.path : "$file";
      this.#put("key", ofField(field, repeats === "none" ? field.path : `"\\(${file})/\\(${field.path})"`));
      return;
    }
    const [field] = named;
    if (field !== undefined)
      this.#notes.push(
        `'${field.name}' repeats, so a question's key is ${video === null ? "the number of its record" : "that of the video and a number"}.`,
      );
    if (this.source.isNamed && this.source.questions === undefined) this.#question.push(["key", "$name", []]);
  }

  /** What is said of the video. A field that differs within a video does not describe it. */
  #describe(
    survey: SourceSurvey,
    video: FieldProfile | null,
    { categories, subcategories, durations, captions, urls }: ReturnType<typeof describingFields>,
    offered: readonly FieldProfile[],
  ): void {
    const put = (name: string, text: string, fields: readonly FieldProfile[]): void =>
      void this.#video.push([name, text, fields]);
    put("key", video === null ? "$name" : video.videoPath, video === null ? [] : [video]);
    const same = (fields: readonly FieldProfile[]): readonly FieldProfile[] =>
      fields.filter((field) => this.#free.includes(field) && !offered.includes(field) && survey.describesVideo(field));
    const category = categories.map(same).find((fields) => fields.length > 0) ?? [];
    const [top, ...others] = category;
    const [sub] = same(subcategories);
    if (top !== undefined && sub !== undefined && others.length === 0)
      put("category", `[${top.videoPath}, ${sub.videoPath}]`, [top, sub]);
    else if (top !== undefined) put("category", top.videoPath, [top]);
    if (others.length > 0)
      this.decisions.askField(
        "category",
        category,
        "Which field is the category of the video?",
        "Several are called so.",
      );
    const [duration] = same(durations);
    if (duration !== undefined) this.#duration(duration, put);
    for (const [name, fields] of Object.entries({ caption: captions, url: urls })) {
      const [field] = same(fields);
      if (field !== undefined) put(name, field.videoPath, [field]);
    }
  }

  #duration(field: FieldProfile, put: (name: string, text: string, fields: readonly FieldProfile[]) => void): void {
    const isMilliseconds = /_ms$/.test(field.plainName);
    if (field.seconds === field.count)
      put(
        "durationSeconds",
        isMilliseconds ? `${field.videoPath} | if . == null then null else tonumber / 1000 end` : field.videoPath,
        [field],
      );
    else if (field.words !== null && field.words.size <= 20) put("durationLabel", field.videoPath, [field]);
  }
}
