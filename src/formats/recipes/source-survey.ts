import type { ImportFile } from "../files/importer.ts";
import { NAMES } from "./field-names.ts";
import type { FieldProfile } from "./field-profile.ts";
import { isRecord } from "./field-profile.ts";
import type { ProfiledSource } from "./proposal-source.ts";
import type { AnswerSurvey } from "./proposed-choice.ts";
import { recordsIn } from "./recipe-records.ts";

/** How often the values of a field repeat. */
type Repeats = "none" | "between files" | "within a file";

/** Reads all records once more: for answers, for keys that repeat, and for fields that differ within a video. */
export class SourceSurvey {
  readonly #keys = new Map<FieldProfile, { readonly all: Set<string>; own: Set<string>; repeats: Repeats }>();
  /** The value of each watched field for each video; null for a field that differs within one. */
  readonly #described = new Map<FieldProfile, Map<string, string> | null>();

  constructor(
    readonly files: readonly ImportFile[],
    readonly source: ProfiledSource,
    readonly video: FieldProfile | null,
  ) {
    for (const field of source.fields)
      if (field.scope === "question" && NAMES.KEY.some((names) => names.test(field.plainName)))
        this.#keys.set(field, { all: new Set(), own: new Set(), repeats: "none" });
  }

  watch(fields: readonly FieldProfile[]): void {
    for (const field of fields) this.#described.set(field, new Map());
  }

  async read(answers: AnswerSurvey | null): Promise<void> {
    const { records, questionsField } = this.source;
    // Neither options nor answers are looked for beside the records.
    const place = { place: "the proposed recipe: records", needsRoot: false };
    for (const file of this.files) {
      for (const key of this.#keys.values()) key.own = new Set();
      for await (const { record, name, root } of recordsIn(file, records, place)) {
        if (!record.isReadable || !isRecord(record.value)) continue;
        this.#addVideo(record.value);
        const variables = { record: record.value, root, name, file: file.name };
        const own = questionsField === null ? [record] : (record.optional(questionsField)?.array() ?? []);
        for (const question of own) {
          this.#addKeys(question.value);
          answers?.add(question, { record: question.value, variables });
        }
      }
    }
  }

  #addVideo(record: Readonly<Record<string, unknown>>): void {
    if (this.#described.size === 0) return;
    const video = this.video === null ? null : JSON.stringify(valueAt(record, this.video.way));
    for (const [field, values] of this.#described) {
      if (values === null || video === null) continue;
      const value = JSON.stringify(valueAt(record, field.way));
      const before = values.get(video);
      if (before === undefined) values.set(video, value);
      else if (before !== value) this.#described.set(field, null);
    }
  }

  #addKeys(question: unknown): void {
    for (const [field, key] of this.#keys) {
      const value = valueAt(question, field.way);
      if (value === null) continue;
      const text = String(value);
      if (key.own.has(text)) key.repeats = "within a file";
      else if (key.all.has(text) && key.repeats === "none") key.repeats = "between files";
      key.own.add(text);
      key.all.add(text);
    }
  }

  repeats(field: FieldProfile): Repeats {
    return this.#keys.get(field)?.repeats ?? "within a file";
  }

  /** Whether a field has one value for each video. */
  describesVideo(field: FieldProfile): boolean {
    return this.#described.get(field) !== null;
  }
}

function valueAt(value: unknown, way: readonly string[]): unknown {
  let found = value;
  for (const name of way) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : null;
  return found ?? null;
}
