import type { ImportCategory, ImportTask } from "../../domain/import-batch.ts";
import { slugify, subcategorySlug } from "../../domain/slug.ts";
import type { Level } from "../../domain/vocabulary.ts";

const SUBCATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Indoors: ["Kitchen", "Workshop", "Classroom"],
  Outdoors: ["Street", "Forest"],
  Stage: ["Concert", "Theatre", "Dance"],
  Studio: ["News", "Interview"],
};

const TASKS: readonly (readonly [name: string, level: Level, weight: number])[] = [
  ["Object Counting", "PERCEPTION", 19],
  ["Sound Recognition", "PERCEPTION", 17],
  ["Event Order", "UNDERSTANDING", 15],
  ["Speaker Intent", "UNDERSTANDING", 13],
  ["Causal Reasoning", "REASONING", 13],
  ["Counterfactual Reasoning", "REASONING", 9],
  ["Loudness Comparison", "SENSATION", 8],
  ["Pitch Comparison", "SENSATION", 6],
];

/** Each parent category, followed by its children. */
export const DEMO_CATEGORIES: readonly ImportCategory[] = Object.entries(SUBCATEGORIES).flatMap(([name, children]) => {
  const parent = slugify(name);
  return [
    { slug: parent, name, parent: null },
    ...children.map((child) => ({ slug: subcategorySlug(parent, child), name: child, parent })),
  ];
});

export const DEMO_TASKS: readonly ImportTask[] = TASKS.map(([name, level]) => ({
  slug: slugify(name),
  name,
  level,
  levelSource: "CURATED",
  dominance: null,
  chance: null,
  metric: "accuracy",
}));

/** How often each task is asked. */
export const DEMO_TASK_WEIGHTS: readonly (readonly [task: ImportTask, weight: number])[] = DEMO_TASKS.map(
  (task, index) => [task, TASKS[index]?.[2] ?? 0],
);
