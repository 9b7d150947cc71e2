import type { ImportQuestion, Oddity, OddityCode } from "../../domain/import-batch.ts";
import { normaliseText, sameText } from "./compare-text.ts";

/**
 * Collects what is odd in a file, in file order. A message is public, also where the answers are hidden, so it must
 * not say which option is right.
 */
export class OddityLog {
  readonly #found: Oddity[] = [];
  readonly #seenQuestions = new Map<string, ImportQuestion>();

  add(code: OddityCode, key: string, message: string): void {
    this.#found.push({ code, key, message });
  }

  list(): readonly Oddity[] {
    return [...this.#found];
  }

  /** The checks that every question of every benchmark goes through. */
  checkQuestion(question: ImportQuestion): void {
    this.#checkOptions(question);
    this.#checkAnswerText(question);
    this.#checkRepetition(question);
  }

  #checkOptions({ key, options }: ImportQuestion): void {
    // Only case and spaces are forgiven: "-1" and "1", or "C" and "C#", are two options.
    const plain = options.map((option) => option.trim().replace(/\s+/g, " ").toLowerCase());
    const repeats = plain.filter((option, index) => plain.indexOf(option) !== index).length;
    if (repeats > 0) {
      this.add("DUPLICATE_OPTIONS", key, `${repeats} of ${options.length} options repeat another; all were kept.`);
    }
  }

  #checkAnswerText({ key, options, answer }: ImportQuestion): void {
    if (answer.kind !== "option") return;
    const matches = (option: string | undefined): boolean => option !== undefined && sameText(option, answer.text);
    if (matches(options[answer.position])) return;
    if (options.some(matches)) {
      const message = "The answer's text is that of another option than the keyed one; the keyed one counts.";
      this.add("ANSWER_TEXT_MATCHES_OTHER_OPTION", key, message);
    } else {
      this.add("ANSWER_TEXT_MATCHES_NO_OPTION", key, "The answer's text is that of no option; the keyed one counts.");
    }
  }

  #checkRepetition(question: ImportQuestion): void {
    const media = question.media.map(({ path }) => path);
    const identity = JSON.stringify([question.video, question.task, media, normaliseText(question.text)]);
    const first = this.#seenQuestions.get(identity);
    if (first === undefined) {
      this.#seenQuestions.set(identity, question);
      return;
    }
    const same = JSON.stringify(first.options) === JSON.stringify(question.options) ? "the same" : "other";
    const message = `The same question as ${first.key}, with ${same} options; both were kept.`;
    this.add("REPEATED_QUESTION", question.key, message);
  }
}
