import type { ImportQuestion } from "../../domain/import-batch.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import type { BatchBuilder } from "../batch/batch-builder.ts";

/** A difference that rounding to two digits explains: 0.33 for a third. */
const ROUNDING = 0.005;

interface TaskOptions {
  /** The sum of the questions' chances: 1/4 for a question with four options. */
  chance: number;
  questions: number;
  /** Whether all questions are multiple-choice questions. */
  isChoice: boolean;
}

/**
 * Compares the chance that tasks declare with the number of options of their questions. Scores use the number of options,
 * so a task with another chance would contradict them.
 */
export class TaskChances {
  readonly #tasks = new Map<string, TaskOptions>();

  constructor(readonly builder: BatchBuilder) {}

  /** Counts the options of a question, and returns the question. */
  count(question: ImportQuestion): ImportQuestion {
    const found = this.#tasks.get(question.task) ?? { chance: 0, questions: 0, isChoice: true };
    this.#tasks.set(question.task, found);
    found.questions += 1;
    if (question.answerFormat !== "MULTIPLE_CHOICE" || question.options.length === 0) found.isChoice = false;
    else found.chance += 1 / question.options.length;
    return question;
  }

  /** Corrects and reports the chance of each task that contradicts the number of options of its questions. */
  reconcile(): void {
    const { benchmark, tasks, oddities } = this.builder;
    // The papers of the built-in benchmarks state other baselines, which their own scores use.
    if (findTaxonomy(benchmark) !== null) return;
    for (const task of tasks.list()) {
      const found = this.#tasks.get(task.slug);
      if (task.chance === null || found === undefined || !found.isChoice) continue;
      const chance = found.chance / found.questions;
      if (Math.abs(chance - task.chance) <= ROUNDING) continue;
      tasks.replace({ ...task, chance });
      const message = `The task declares a chance of ${task.chance}, but by the number of options it is ${shown(chance)}, which was taken.`;
      oddities.add("CHANCE_DISAGREES", task.slug, message);
    }
  }
}

const shown = (chance: number): string => String(Math.round(chance * 10_000) / 10_000);
