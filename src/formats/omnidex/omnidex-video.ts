import type { ImportAudioLabel, ImportVideo } from "../../domain/import-batch.ts";
import { valueText } from "../../domain/texts.ts";
import { AUDIO_TYPES, type AudioType } from "../../domain/vocabulary.ts";
import type { BatchBuilder } from "../batch/batch-builder.ts";
import { readSeconds } from "../batch/duration.ts";
import { readFields } from "../batch/import-problems.ts";
import type { RecordReader } from "../files/record-reader.ts";

const FIELDS = [
  "key",
  "category",
  "durationSeconds",
  "durationLabel",
  "audioTypes",
  "url",
  "subset",
  "caption",
  "native",
];

/** Reads an entry of `videos`. Only its key is required. */
export function readOmnidexVideo(builder: BatchBuilder, record: RecordReader): ImportVideo {
  const key = valueText(record.optional("key")?.value);
  const duration = record.optional("durationSeconds");
  const label = record.optional("durationLabel");
  const { durationLabel, ...fields } = readFields({
    key: () => record.field("key").text(),
    category: () => readCategory(builder, key, record.optional("category")),
    durationSeconds: () => (duration === null ? null : readDuration(duration)),
    durationLabel: () => label?.text(),
    url: () => record.optional("url")?.address() ?? null,
    subset: () => record.optional("subset")?.text() ?? null,
    audioTypes: () => readOmnidexAudio(record.optional("audioTypes")) ?? [],
    caption: () => record.optional("caption")?.string() ?? null,
    native: () => readOmnidexNative(builder, record, key, FIELDS),
  });
  return durationLabel === undefined ? fields : { ...fields, durationLabel };
}

/** Reads a number of seconds, or a text with a unit or colons, but not a number written as text. */
function readDuration(duration: RecordReader): number {
  const { value } = duration;
  if (duration.isLongInteger) return duration.fail("a number of seconds of at most 15 digits");
  if (typeof value !== "string" || /[s:]/.test(value)) return readSeconds(duration);
  return duration.fail('a number of seconds, without quotes, or a duration such as "119s" or "03:28"');
}

/**
 * The content of `native`, and the fields that the format does not define.
 * @throws {ImportError} for an unknown field that is also in `native`
 */
export function readOmnidexNative(
  builder: BatchBuilder,
  record: RecordReader,
  key: string,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  const native = record.optional("native")?.object() ?? {};
  const unknown = builder.unknownFields.read(record, known, key);
  const twice = Object.keys(unknown).find((name) => Object.hasOwn(native, name));
  if (twice !== undefined) record.member(twice).fail(`one of the fields ${known.join(", ")}`, "a field of 'native'");
  return { ...native, ...unknown };
}

/** The slug of a listed category, or a category's name: `"Film"`, or `"Film/Drama"` for a subcategory. */
function readCategory(builder: BatchBuilder, key: string, category: RecordReader | null): string | null {
  if (category === null) return null;
  const expected = 'a category such as "Film", or "Film/Drama" with its subcategory';
  const word = category.text(expected);
  if (builder.categories.has(word)) return word;
  const [top, sub, ...rest] = word.split("/");
  if (rest.length > 0 || top === undefined) return category.fail(expected);
  return builder.categories.add(category.reread(top), sub === undefined ? null : category.reread(sub), key);
}

/** Audio types: a list of `"SPEECH"`, `"SOUND"`, `"MUSIC"`, or of `{"type": "SOUND", "nativeLabel": "Event"}`. */
export function readOmnidexAudio(audioTypes: RecordReader | null): readonly ImportAudioLabel[] | null {
  if (audioTypes === null) return null;
  const labels = new Map<string, ImportAudioLabel>();
  for (const entry of audioTypes.array()) {
    const label = typeof entry.value === "string" ? plainLabel(entry.oneOf(AUDIO_TYPES)) : namedLabel(entry);
    labels.set(label.nativeLabel, label);
  }
  return [...labels.values()];
}

const plainLabel = (type: AudioType): ImportAudioLabel => ({ type, nativeLabel: type });

function namedLabel(entry: RecordReader): ImportAudioLabel {
  entry.onlyFields(["type", "nativeLabel"]);
  return { type: entry.field("type").oneOf(AUDIO_TYPES), nativeLabel: entry.field("nativeLabel").text() };
}
