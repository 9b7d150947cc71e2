import type { Dimension } from "../../../src/sdk/types.ts";

/** A benchmark of four-option questions, as everyone sees it, and its key, which only the measurement knows. */
export interface Benchmark {
  readonly slug: string;
  readonly labels: readonly string[];
  readonly questions: readonly { readonly key: string }[];
  /** The questions with each value of each dimension, by the value's label. */
  readonly dimensions: readonly {
    readonly dimension: Dimension;
    readonly values: ReadonlyMap<string, readonly number[]>;
  }[];
  readonly key: Uint8Array;
}

const LABELS = ["A", "B", "C", "D"];
/** How many values each dimension has. The values are drawn for each question by itself. */
const VALUES = { TASK: 12, SUBSET: 8, CATEGORY: 10, LEVEL: 2 } as const;
const LEVELS = ["PERCEPTION", "REASONING"];

const labelOf = (dimension: keyof typeof VALUES, value: number): string =>
  dimension === "LEVEL" ? (LEVELS[value] as string) : `${dimension.toLowerCase()} ${value}`;

/** A benchmark whose key and dimensions are drawn with `random`. Each question has a video of its own. */
export function drawBenchmark(slug: string, count: number, random: () => number) {
  const draw = (most: number): number => Math.floor(random() * most);
  const key = Uint8Array.from({ length: count }, () => draw(LABELS.length));
  const drawn = Object.entries(VALUES).map(([name, most]) => {
    const dimension = name as keyof typeof VALUES;
    return { dimension, labels: Array.from({ length: count }, () => labelOf(dimension, draw(most))) };
  });
  const label = (wanted: string, index: number) =>
    drawn.find(({ dimension }) => dimension === wanted)?.labels[index] as string;
  const file = {
    benchmark: { slug, title: slug },
    videos: Array.from(key, (_, index) => ({ key: `v${index}`, category: label("CATEGORY", index) })),
    questions: Array.from(key, (answer, index) => ({
      key: `q${index}`,
      video: `v${index}`,
      task: label("TASK", index),
      subset: label("SUBSET", index),
      level: label("LEVEL", index),
      text: `Number ${index}?`,
      options: ["one", "two", "three", "four"],
      answer: LABELS[answer],
    })),
  };
  const dimensions = drawn.map(({ dimension, labels }) => ({ dimension, values: indexesBy(labels) }));
  const benchmark: Benchmark = { slug, labels: LABELS, questions: file.questions, dimensions, key };
  return { benchmark, file };
}

function indexesBy(labels: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [index, label] of labels.entries()) found.set(label, [...(found.get(label) ?? []), index]);
  return found;
}

/**
 * Imports a file of Omnidex's own format over HTTP, as an administrator does.
 * @param target `access` are the parameters of the import: `answers=hidden&public=1`
 */
export async function importFile(
  { url, adminKey, access }: { readonly url: string; readonly adminKey: string; readonly access: string },
  slug: string,
  file: object,
): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([JSON.stringify(file)]), "file.json");
  const headers = { authorization: `Bearer ${adminKey}` };
  const response = await fetch(`${url}/import/${slug}?${access}`, {
    method: "POST",
    body: form,
    headers,
  });
  if (!response.ok) throw new Error(`the import failed: ${await response.text()}`);
}
