import { hash } from "node:crypto";
import type { ImportQuestion, ImportVideo, Oddity, OddityCode } from "../../domain/import-batch.ts";
import { hasUncountedOptions, MOST_COUNTED_OPTIONS } from "../../domain/option-label.ts";
import { grouped } from "../../domain/texts.ts";
import { normaliseText, sameText } from "./answer-shapes.ts";

const DAY = 86_400;

interface SeenQuestion {
  readonly key: string;
  readonly options: string;
}

/** A 144-bit digest, long enough to rule out collisions within a benchmark. */
const digest = (value: unknown): string => hash("sha256", JSON.stringify(value), "base64").slice(0, 24);

/**
 * Collects the oddities of a file, in file order. Messages are public even if the answers are hidden, so they must not
 * reveal the correct option.
 */
export class OddityLog {
  readonly #listed: Oddity[] = [];
  readonly #found: Oddity[] = [];
  /** Keyed by a hash of the fields that make two questions the same, so that the questions need not be kept. */
  readonly #seenQuestions = new Map<string, SeenQuestion>();

  add(code: OddityCode, key: string, message: string): void {
    this.#found.push({ code, key, message });
  }

  /** Adds an oddity that the file itself lists. If the checks find the same oddity, it is not reported again. */
  takeOver(oddity: Oddity): void {
    this.#listed.push(oddity);
  }

  list(): readonly Oddity[] {
    const nameOf = ({ code, key, message }: Oddity): string => JSON.stringify([code, key, message]);
    const listed = new Set(this.#listed.map(nameOf));
    return [...this.#listed, ...this.#found.filter((oddity) => !listed.has(nameOf(oddity)))];
  }

  /** The checks that apply to every question of every benchmark. */
  checkQuestion(question: ImportQuestion): void {
    this.#checkOptions(question);
    this.#countOptions(question);
    this.#checkSingleOption(question);
    this.#checkAnswerText(question);
    this.#checkRepetition(question);
  }

  #checkOptions({ key, options }: ImportQuestion): void {
    // Only case and spaces are ignored: "-1" and "1", or "C" and "C#", are different options.
    const plain = options.map((option) => option.trim().replace(/\s+/g, " ").toLowerCase());
    const repeats = plain.filter((option, index) => plain.indexOf(option) !== index).length;
    if (repeats > 0) {
      this.add("DUPLICATE_OPTIONS", key, `${repeats} of ${options.length} options repeat another; all were kept.`);
    }
  }

  #countOptions(question: ImportQuestion): void {
    if (!hasUncountedOptions(question)) return;
    const message = `${question.options.length} options. Choices beyond the ${MOST_COUNTED_OPTIONS}th option are not stored, so no figure of its options is computed, and its key is never suspected. It is scored like any other.`;
    this.add("MANY_OPTIONS", question.key, message);
  }

  #checkSingleOption({ key, options, answerFormat }: ImportQuestion): void {
    if (!answerFormat.startsWith("MULTIPLE_") || options.length !== 1) return;
    this.add("SINGLE_OPTION", key, "The question has one option, so every answer that names an option is right.");
  }

  /** Reports a video that is longer than a day. */
  checkVideo({ key, durationSeconds }: Pick<ImportVideo, "key" | "durationSeconds">): void {
    if (durationSeconds === null || durationSeconds <= DAY) return;
    const hours = grouped(Math.round(durationSeconds / 3600));
    const message = `The duration, ${durationSeconds} s, is ${hours} hours. Is it in milliseconds? It was kept.`;
    this.add("UNLIKELY_DURATION", key, message);
  }

  #checkAnswerText({ key, options, answer }: ImportQuestion): void {
    if (answer.kind !== "option") return;
    const matches = (option: string | undefined): boolean => option !== undefined && sameText(option, answer.text);
    if (matches(options[answer.position])) return;
    if (options.some(matches)) {
      const message = "The answer's text equals another option than the one in the key; the key counts.";
      this.add("ANSWER_TEXT_MATCHES_OTHER_OPTION", key, message);
    } else {
      this.add("ANSWER_TEXT_MATCHES_NO_OPTION", key, "The answer's text equals no option; the key counts.");
    }
  }

  #checkRepetition(question: ImportQuestion): void {
    const media = question.media.map(({ path }) => path);
    const identity = digest([question.video, question.task, media, normaliseText(question.text)]);
    const options = digest(question.options);
    const first = this.#seenQuestions.get(identity);
    if (first === undefined) {
      this.#seenQuestions.set(identity, { key: question.key, options });
      return;
    }
    const same = first.options === options ? "the same" : "other";
    const message = `The same question as ${first.key}, with ${same} options; both were kept.`;
    this.add("REPEATED_QUESTION", question.key, message);
  }
}
