import type { ImportCategory } from "../../domain/import-batch.ts";
import { slugify, subcategorySlug } from "../../domain/slug.ts";
import { type BenchmarkTaxonomy, findCategory } from "../../domain/taxonomy.ts";
import type { RecordReader } from "../files/record-reader.ts";
import type { OddityLog } from "./oddities.ts";

/** The categories that a file uses, parents before children, in the order of their first use. */
export class CategoryTree {
  readonly #categories = new Map<string, ImportCategory>();
  /** The slugs by parent and name. */
  readonly #slugs = new Map<string, string>();

  constructor(
    readonly taxonomy: BenchmarkTaxonomy | null,
    readonly oddities: OddityLog,
  ) {}

  /**
   * The slug of a category and of its subcategory, if one is given. Spellings of one category share its slug and the
   * name that came first: MMWorld's "Sports & Arts" and "Art & Sports" are both `art-sports`.
   * @throws {ImportError} for a name without a letter or digit, which has no slug.
   */
  add(name: RecordReader, subName: RecordReader | null, videoKey: string): string {
    const known = this.taxonomy === null ? null : findCategory(this.taxonomy, name.text());
    const top = this.put({ slug: known?.slug ?? this.#named(name, null) ?? slugOf(name), name, parent: null });
    if (known === null) this.#reportUnknown(name.text(), videoKey);
    if (subName === null) return top;
    const slug = this.#named(subName, top) ?? subcategorySlug(top, slugOf(subName));
    const leaf = this.put({ slug, name: subName, parent: top });
    const isNew = known !== null && known.children.length > 0 && !known.children.some(({ slug }) => slug === leaf);
    if (isNew) this.#reportUnknown(`${name.text()} / ${subName.text()}`, videoKey);
    return leaf;
  }

  list(): readonly ImportCategory[] {
    return [...this.#categories.values()];
  }

  has(slug: string): boolean {
    return this.#categories.has(slug);
  }

  /** Adds a category, unless its slug is already listed, and returns the slug. The parent must be listed. */
  put({ slug, name, parent }: { slug: string; name: RecordReader; parent: string | null }): string {
    if (this.#categories.has(slug)) return slug;
    const category = { slug, name: name.text().trim(), parent };
    this.#categories.set(slug, category);
    if (this.#named(name, parent) === undefined) this.#slugs.set(nameKey(category.name, parent), slug);
    return slug;
  }

  #named(name: RecordReader, parent: string | null): string | undefined {
    return this.#slugs.get(nameKey(name.text().trim(), parent));
  }

  #reportUnknown(name: string, videoKey: string): void {
    if (this.taxonomy === null || this.taxonomy.categories.length === 0) return;
    this.oddities.add("UNKNOWN_CATEGORY", videoKey, `"${name}" is not a category in the paper; it was kept.`);
  }
}

const nameKey = (name: string, parent: string | null): string => JSON.stringify([parent, name]);

/** The slug of a name. @throws {ImportError} for a name without a letter or digit */
export function slugOf(name: RecordReader): string {
  const expected = "a name with a letter or digit";
  const slug = slugify(name.text(expected));
  return slug === "" ? name.fail(expected) : slug;
}

/** Whether a text is a slug: lower-case letters, digits and single hyphens. */
export const isSlug = (text: string): boolean => text !== "" && slugify(text) === text;
