import type { BatchBuilder } from "../batch/batch-builder.ts";
import { RecordReader } from "../files/record-reader.ts";
import { readOmnidexVideo } from "../omnidex/omnidex-video.ts";
import type { CompiledFields } from "./compiled-fields.ts";
import type { RecipeExpression } from "./recipe-expression.ts";
import { ownDuration, ownText } from "./recipe-values.ts";

type VideoFields = Readonly<Record<string, unknown>>;

interface Described {
  /** What the first record of the video states. */
  readonly own: VideoFields;
  /** The fields of that record which the expressions read. */
  readonly source: readonly unknown[];
}

/** The videos of a recipe's records. Several records may be about the same one. */
export class RecipeVideos {
  readonly #described = new Map<string, Described>();

  /** @param isNested whether a record holds several questions, so that its other fields are the video's */
  constructor(
    readonly builder: BatchBuilder,
    readonly fields: CompiledFields,
    readonly isNested: boolean,
  ) {}

  /**
   * Reads the video of a record, unless an earlier record described it.
   * @returns its key; null if the record names none
   * @throws {ImportError}
   */
  read(record: RecordReader, evaluate: (expression: RecipeExpression) => unknown): string | null {
    const { fields } = this;
    const value = (field: string): unknown => fields.value(field, record.path, evaluate);
    const named = ownText(value("key"));
    if (named === null) return null;
    if (typeof named !== "string" || named.trim() === "")
      return record.fail("a key of the video", JSON.stringify(named));
    const first = this.#described.get(named);
    const source = fields.sourceOf(record);
    if (first !== undefined && source.length > 0 && source.every((each, at) => each === first.source[at])) return named;
    const own = {
      category: value("category"),
      durationSeconds: ownDuration(value("durationSeconds")),
      durationLabel: ownText(value("durationLabel")),
      url: value("url"),
      subset: ownText(value("subset")),
      audioTypes: value("audioTypes"),
      caption: ownText(value("caption")),
    };
    if (first !== undefined) {
      this.#compare(named, first.own, own);
      return named;
    }
    this.#described.set(named, { own, source });
    this.builder.readVideo(named, record, () => {
      const native = this.isNested || fields.has("native") ? fields.native(record, evaluate) : {};
      const at = RecordReader.over({ key: named, ...own, native }, record.path);
      return readOmnidexVideo(
        this.builder,
        at.part({ key: named, ...own, native, category: this.#category(at, named) }),
      );
    });
    return named;
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
