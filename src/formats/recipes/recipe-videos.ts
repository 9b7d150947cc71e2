import type { ImportVideo } from "../../domain/import-batch.ts";
import type { BatchBuilder } from "../batch/batch-builder.ts";
import { readFields } from "../batch/import-problems.ts";
import { RecordReader } from "../files/record-reader.ts";
import { readOmnidexVideo } from "../omnidex/omnidex-video.ts";
import type { CompiledFields, Evaluate } from "./compiled-fields.ts";
import { ownDuration, ownText } from "./recipe-values.ts";

type VideoFields = Readonly<Record<string, unknown>>;

interface Described {
  /** What the first record of the video states. */
  readonly own: VideoFields;
  /** The fields of that record which the expressions read. */
  readonly source: readonly unknown[];
}

/** The record of a video. */
interface VideoRecord {
  readonly record: RecordReader;
  readonly evaluate: Evaluate;
  /** The names of its fields with questions; null if the record is a question itself. */
  readonly holding: readonly string[] | null;
}

/** The videos of a recipe's records. Several records may be about the same one. */
export class RecipeVideos {
  readonly #described = new Map<string, Described>();

  constructor(
    readonly builder: BatchBuilder,
    readonly fields: CompiledFields,
  ) {}

  /**
   * Reads the video of a record, unless an earlier record described it.
   * @returns its key; null if the record names none
   * @throws {ImportError}
   */
  read(video: VideoRecord): string | null {
    const { fields } = this;
    const { record, evaluate } = video;
    const named = ownText(fields.value("key", record.path, evaluate));
    if (named === null) return null;
    const at = fields.reader("key", record, named);
    if (at.string("a key of the video").trim() === "") return at.fail("a key of the video");
    const key = at.string();
    if (this.builder.video(key) === undefined) {
      this.builder.readVideo(key, record, () => this.#describe(key, video));
      return key;
    }
    const first = this.#described.get(key);
    // Without a description, the problems of the first record are noted already.
    if (first === undefined) return key;
    const source = fields.sourceOf(record);
    if (source.length > 0 && source.every((each, index) => each === first.source[index])) return key;
    const own = this.builder.problems.attempt(() => this.#own(video), { record, key });
    if (own !== undefined) this.#compare(key, first.own, own);
    return key;
  }

  #own({ record, evaluate }: VideoRecord): VideoFields {
    const value = (field: string): unknown => this.fields.value(field, record.path, evaluate);
    return readFields({
      category: () => value("category"),
      durationSeconds: () => ownDuration(value("durationSeconds")),
      durationLabel: () => ownText(value("durationLabel")),
      url: () => value("url"),
      subset: () => ownText(value("subset")),
      audioTypes: () => value("audioTypes"),
      caption: () => ownText(value("caption")),
    });
  }

  #describe(key: string, at: VideoRecord): ImportVideo {
    const { builder, fields } = this;
    const { record, evaluate, holding } = at;
    const { own } = readFields({ required: () => fields.requireFields(record), own: () => this.#own(at) });
    const native = {
      ...(holding !== null || fields.has("native") ? fields.native(record, evaluate) : {}),
      ...(holding !== null && fields.unknown(record, key, builder, holding)),
    };
    const described = RecordReader.over({ ...own, key, native }, record.path);
    const read = fields.atSource(record.path, () =>
      readFields({
        category: () => this.#category(described, key),
        video: () => readOmnidexVideo(builder, described.part({ ...own, key, native, category: null })),
      }),
    );
    fields.report(record.path, key, builder, evaluate);
    this.#described.set(key, { own, source: fields.sourceOf(record) });
    return { ...read.video, category: read.category };
  }

  #compare(key: string, first: VideoFields, own: VideoFields): void {
    const isSame = (name: string): boolean =>
      first[name] === own[name] || JSON.stringify(first[name]) === JSON.stringify(own[name]);
    if (Object.keys(own).every(isSame)) return;
    this.builder.oddities.add(
      "VIDEO_DISAGREES",
      key,
      `Its records state ${JSON.stringify(first)} and ${JSON.stringify(own)}; the first was kept.`,
    );
  }

  /** The slug of a category, which is a name, or a list of a name and that of its subcategory. */
  #category(video: RecordReader, key: string): string | null {
    const category = video.optional("category");
    if (category === null) return null;
    const [top = category, sub = null, ...rest] = category.isList
      ? category.array().filter(({ value }) => value !== null && value !== "")
      : [category];
    if (rest.length > 0)
      category.fail("a category, or a list of a category and its subcategory", `a list of ${rest.length + 2}`);
    if (top === category && category.isList) return null;
    return top.value === "" ? null : this.builder.categories.add(top, sub, key);
  }
}
