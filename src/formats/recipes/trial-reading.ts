import type { ImportQuestion, Oddity, OddityCode } from "../../domain/import-batch.ts";
import { ImportError, type ImportProblem } from "../../domain/import-error.ts";
import { optionLabel } from "../../domain/option-label.ts";
import type { ProposedSample, RecipeChoices } from "../../domain/recipe-proposal.ts";
import { counted, plainText } from "../../domain/texts.ts";
import { ImportProblems } from "../batch/import-problems.ts";
import type { ImportFile } from "../files/importer.ts";
import { recipeReader } from "./recipe-reader.ts";

/** What a proposal is made for. */
export interface ProposalOrder {
  readonly benchmark: string;
  /** What the user has decided. */
  readonly choices: RecipeChoices;
  /** A question as a model would see it. */
  readonly prompt: (question: ImportQuestion) => string;
}

/** What the files hold, as a proposed recipe reads them. */
interface Trial {
  readonly samples: readonly ProposedSample[];
  readonly questionCount: number;
  readonly videoCount: number;
  readonly tasks: readonly { readonly name: string; readonly questionCount: number }[];
  readonly warnings: readonly string[];
}

/** Problems that end no import: the records without one are read on. */
class NotedProblems extends ImportProblems {
  override get any(): boolean {
    return false;
  }

  /** The first problems, and the number of all. */
  get noted(): { readonly problems: readonly ImportProblem[]; readonly problemCount: number } {
    if (!super.any) return { problems: [], problemCount: 0 };
    return this.error();
  }
}

/** Reads files by a recipe, without storing anything. Records with problems are reported. */
export async function trialReading(
  files: readonly ImportFile[],
  recipe: string,
  { benchmark, prompt }: ProposalOrder,
  expected: number,
): Promise<Trial> {
  const problems = new NotedProblems();
  const counts = new Map<string, number>();
  const positions = new AnswerPositions();
  const samples = new Map<"first" | "middle" | "last", ImportQuestion>();
  const texts = new Set<string>();
  let [questionCount, videoCount] = [0, 0];
  const file = { name: `${benchmark}.yaml`, bytes: new TextEncoder().encode(recipe) };
  const records = {
    video: () => {
      videoCount += 1;
    },
    question: (question: ImportQuestion) => {
      if (questionCount === 0) samples.set("first", question);
      else if (questionCount === Math.floor(expected / 2)) samples.set("middle", question);
      else samples.set("last", question);
      questionCount += 1;
      counts.set(question.task, (counts.get(question.task) ?? 0) + 1);
      if (texts.size < 2) texts.add(question.text);
      positions.add(question);
    },
  };
  const head = await recipeReader(
    file,
    benchmark,
    problems,
  )(files, records).catch((error: unknown) => {
    if (!(error instanceof ImportError)) throw error;
    problems.attempt(() => {
      throw error;
    });
    return null;
  });
  const names = new Map(head?.tasks.map(({ slug, name }) => [slug, name]));
  const shown = (["first", "middle", "last"] as const).flatMap((place) => samples.get(place) ?? []);
  return {
    questionCount,
    videoCount,
    samples: shown.map((question) => ({
      key: question.key.slice(0, LONGEST),
      task: names.get(question.task) ?? question.task,
      prompt: cut(prompt(question)),
      answer: cut(answerOf(question)),
    })),
    tasks: [...counts].map(([slug, questions]) => ({ name: names.get(slug) ?? slug, questionCount: questions })),
    warnings: [
      ...problemLines(problems.noted),
      ...positions.warnings(),
      ...(texts.size === 1 && questionCount > 1 ? ["All questions have the same text."] : []),
      ...oddityLines(head?.oddities ?? []),
    ],
  };
}

/** In characters: what a person reads of a prompt. */
const LONGEST = 4_000;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);

function answerOf({ options, answer }: ImportQuestion): string {
  if (answer.kind === "option") return `${optionLabel(answer.position)}. ${options[answer.position] ?? ""}`;
  if (answer.kind === "text") return [answer.text, ...(answer.also ?? [])].join(" | ");
  return answer.kind === "number" ? answer.text : JSON.stringify(answer);
}

/** The most problems that are listed. */
const MOST_PROBLEMS = 5;

function problemLines({
  problems,
  problemCount,
}: {
  readonly problems: readonly ImportProblem[];
  readonly problemCount: number;
}): readonly string[] {
  if (problemCount === 0) return [];
  const lines = problems.slice(0, MOST_PROBLEMS).map(({ path, message }) => `${path}: ${message}`);
  const more = problemCount - lines.length;
  return [
    `${counted(problemCount, "record")} cannot be read so, and nothing can be imported:`,
    ...lines,
    ...(more > 0 ? [`… and ${counted(more, "more problem")}`] : []),
  ];
}

/** What the oddities of a first reading mean, of one question and of several. The others are in the report of the import. */
const WRONG: Readonly<Partial<Record<OddityCode, readonly [noun: string, one: string, several: string]>>> = {
  DUPLICATE_OPTIONS: ["question", "has equal options", "have equal options"],
  REPEATED_QUESTION: ["question", "comes again with the same text", "come again with the same text"],
  SINGLE_OPTION: ["question", "has a single option", "have a single option"],
  AMBIGUOUS_ANSWER: ["question", "has options that are labels of others", "have options that are labels of others"],
  OPTION_LABELS_WITH_GAP: ["question", "has labels with a gap", "have labels with a gap"],
  VIDEO_DISAGREES: ["record", "contradicts another about its video", "contradict others about their video"],
  UNLIKELY_DURATION: ["video", "is longer than a day", "are longer than a day"],
  LEFT_OUT: ["record", "is left out", "are left out"],
};

function oddityLines(oddities: readonly Oddity[]): readonly string[] {
  return Object.entries(WRONG).flatMap(([code, [noun, one, several]]) => {
    const found = oddities.filter((oddity) => oddity.code === code);
    if (found.length === 0) return [];
    const keys = [...new Set(found.map(({ key }) => plainText(key).slice(0, 80)))].slice(0, 3);
    return [
      `${counted(found.length, noun)} ${found.length === 1 ? one : several}: ${keys.join(", ")}${found.length > keys.length ? ", …" : ""}`,
    ];
  });
}

/** By so many standard errors a share of the answers must differ from chance to be reported. */
const SKEWED = 4;
/** And by so much of all answers. */
const FAR = 0.05;
/** The fewest questions for which positions are judged. */
const FEWEST = 20;

/** Where the right options stand. */
class AnswerPositions {
  readonly #found: number[] = [];
  /** How many answers each position would have if it were drawn among the options, and the variance. */
  readonly #chance: number[] = [];
  readonly #variance: number[] = [];
  #count = 0;

  add({ answer, options }: ImportQuestion): void {
    if (answer.kind !== "option" || options.length < 2) return;
    this.#count += 1;
    this.#found[answer.position] = (this.#found[answer.position] ?? 0) + 1;
    const share = 1 / options.length;
    for (const position of options.keys()) {
      this.#chance[position] = (this.#chance[position] ?? 0) + share;
      this.#variance[position] = (this.#variance[position] ?? 0) + share * (1 - share);
    }
  }

  warnings(): readonly string[] {
    const used = [...this.#found.keys()].filter((position) => (this.#found[position] ?? 0) > 0);
    const [only] = used;
    if (this.#count > 4 && used.length === 1 && only !== undefined)
      return [`Every right answer is option ${optionLabel(only)}.`];
    if (this.#count < FEWEST) return [];
    const skewed = [...this.#chance.keys()].flatMap((position) => {
      const [found, chance] = [this.#found[position] ?? 0, this.#chance[position] ?? 0];
      const isFar = Math.abs(found - chance) > FAR * this.#count;
      if (!isFar || Math.abs(found - chance) < SKEWED * Math.sqrt(this.#variance[position] ?? 0)) return [];
      const share = (count: number): string => `${Math.round((100 * count) / this.#count)} %`;
      return [`${optionLabel(position)} is right in ${share(found)} where ${share(chance)} would be chance`];
    });
    if (skewed.length === 0) return [];
    return [
      `The right options are skewed: ${skewed.join("; ")}. (Reported if a share is more than ${100 * FAR} % of the questions and ${SKEWED} standard errors from that of a draw among the options.)`,
    ];
  }
}
