import { readFileSync } from "node:fs";
import type { Extractor } from "../../src/reading/extraction.ts";
import { EXTRACTORS } from "../../src/reading/extractor-registry.ts";
import { type CorpusCase, readCorpus } from "./corpus-cases.ts";
import { type ClassTally, loadClass, OPTION_CLASSES, readClass } from "./grids/option-class-grid.ts";

/** The results of one extractor on some cases. */
export interface Fare {
  readonly cases: number;
  readonly right: number;
  /** Abstentions that were read as an answer. */
  readonly guessed: number;
  /** The number of answers that were not read. */
  readonly missed: number;
}

/** Reads every case and compares with its label. */
export function fare(extractor: Extractor, cases: readonly CorpusCase[]): Fare {
  let right = 0;
  let guessed = 0;
  let missed = 0;
  for (const { response, question, expected } of cases) {
    const extraction = extractor.extract(response, question);
    const answer = extraction.kind === "answer" ? extraction.answer : null;
    if (answer === expected) right += 1;
    else if (expected === null) guessed += 1;
    else if (answer === null) missed += 1;
  }
  return { cases: cases.length, right, guessed, missed };
}

const percent = (part: number, whole: number): string => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);

function row(extractor: Extractor, corpus: readonly CorpusCase[]): string {
  const all = fare(extractor, corpus);
  const answers = corpus.filter((one) => one.expected !== null);
  const abstentions = corpus.filter((one) => one.expected === null);
  const heldOut = fare(
    extractor,
    corpus.filter((one) => one.heldOut),
  );
  return `| ${[
    `\`${extractor.name}\``,
    extractor.version,
    percent(all.right, all.cases),
    percent(heldOut.right, heldOut.cases),
    percent(fare(extractor, answers).right, answers.length),
    percent(fare(extractor, abstentions).right, abstentions.length),
    all.guessed,
    all.missed,
  ].join(" | ")} |`;
}

function classRow(name: string, corpus: readonly CorpusCase[]): string {
  const cases = corpus.filter((one) => one.class === name);
  const cells = EXTRACTORS.map((extractor) => percent(fare(extractor, cases).right, cases.length));
  return `| ${name} | ${cases.length} | ${cells.join(" | ")} |`;
}

/** The size of the labelled corpus and the results of every extractor, for `docs/extractors.md`. */
export function corpusTable(): string {
  const corpus = readCorpus();
  const abstentions = corpus.filter((one) => one.expected === null).length;
  const heldOut = corpus.filter((one) => one.heldOut).length;
  return `${corpus.length} responses, of which ${abstentions} have no answer; ${heldOut} are held out:

| extractor | version | right | held out | right if the response has an answer | right if it has none | guessed | missed |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${EXTRACTORS.map((extractor) => row(extractor, corpus)).join("\n")}
`;
}

/** The lines that are before and after the table in `docs/extractors.md`. */
export const CORPUS_MARKS = [
  "<!-- Written by `npm run measure -- corpus`: -->\n\n",
  "\n<!-- End of the table. -->",
] as const;

/** The page with the current table between its marks. */
export function withCorpusTable(page: string): string {
  const [begin, end] = CORPUS_MARKS;
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf(end);
  if (!page.includes(begin) || to < from) throw new Error("docs/extractors.md has no marks around its table.");
  return page.slice(0, from) + corpusTable() + page.slice(to);
}

/** The page `bench/results/extraction.md`. */
export function extractionResults(): string {
  const corpus = readCorpus();
  const classes = [...new Set(corpus.map((one) => one.class))];
  return `# Extraction

<!-- Written by \`npm run measure -- corpus\`; do not edit. -->

How well each extractor reads responses; [extractors](../../docs/extractors.md) has the rules and the main figures. A *wrong letter* is an
answer that is read as another option, a *guessed abstention* one that is read from a response without an answer, and a *miss* one that is
not read.

${readMeasured()}
## Responses written to be hard

People who had not seen the rules wrote these sets: the generated grids, three sets of fresh responses, and the classes of text. After the first measurement, the rules were tuned on these sets, with one
exception: the half of the second set of fresh responses. Of that half, only the number of mistakes of each kind is known. Nobody has
looked at the misread responses.

| Set | Responses | First measurement | Version 6 | Before that measurement |
| --- | ---: | --- | --- | --- |
| first grid, restated options × conclusions: the sentences that were held out until the first measurement | 24,395 | 691 wrong letters, 0.8 % missed | 0 wrong letters, 0 missed | 1,216 wrong letters, 8.5 % missed |
| second grid, restated options × sentences without an answer: the held-out sentences | 18,007 | 2,202 answers guessed | 0 | 5,599 |
| fresh responses, first set | 279 | 82.4 % right, 3 wrong letters, 12 guessed | 97.8 % right, 0 wrong letters, 0 guessed | 69.9 % right, 9 wrong letters, 24 guessed |
| fresh responses, second set, the half that was tuned on | 345 | 83.2 % right, 9 wrong letters, 13 guessed | 95.9 % right, 0 wrong letters, 4 guessed | 77.7 % of both halves right, 22 wrong letters, 51 guessed |
| fresh responses, second set, the half whose misread responses nobody has looked at | 346 | 89.0 % right, 1 wrong letter, 21 guessed | 89.6 % right, 2 wrong letters, 18 guessed | |
| fresh responses, third set (2026-11-29), the half that was tuned on | 172 | – | 70.9 % right, 1 wrong answer, 1 guessed | 55.2 % right, 10 wrong answers, 4 guessed |
| fresh responses, third set, the half of which only the wrong and the guessed answers were looked at, after the first measurement | 161 | 83.9 % right, 2 wrong letters, 1 guessed | 84.5 % right, 0 wrong letters, 0 guessed | 70.2 % right, 5 wrong answers, 3 guessed |
| classes of text, the held-out phrasings | 6,161 | 300 wrong letters, 7.5 % missed | 0 wrong letters, 7.5 % missed | 462 wrong letters, 24.8 % missed |

The first measurement is that of version 4, and for the last three rows that of version 6. The last column is the version before it:
3, and 5 for the last three rows. The second halves of the second and third set show the accuracy to expect on new adversarial text.
Most of what is missed in the third set is paraphrase ("She gives the kitty some food."), which is left to a judge. The whole first grid has 198,326 responses. They combine 54
restatements of the options, 100 conclusions, 8 questions with 3 to 10 options, and each label, except for combinations that do
not fit. The whole second grid has 151,502 responses without an answer. \`OMNIDEX_DEEP=1 npx vitest run test/reading/grids\`
reads both grids. \`npx vitest run test/reading/fresh-responses.test.ts\` reads the fresh responses.

The labels of the corpus (\`test/reading/corpus\`) changed in four places. With version 4, one label in the class \`wild\` was changed from D
to none, because four declared answers in a row ("The answer is A. The answer is B. …") decide nothing. With version 6, three labels were
changed from none to an option: "第三个" names the third option, "At 47 seconds" the option "At 0:47", and a list of probabilities the option
with the only highest one.

## Classes of text

Each class is a grid (\`test/reading/grids/option-classes\`): phrasings × questions with 3 to 10 options × labels. \`npx vitest run test/reading/grids\` reads the classes, and those of the formats NUMBER, YES_NO and
others without options (\`test/reading/grids/classes\`), and fails at the first wrong answer.

| class | phrasings | responses | wrong | missed |
| --- | ---: | ---: | ---: | ---: |
${OPTION_CLASSES.map(optionClassRow).join("\n")}

## The corpus by class

| class | cases | ${EXTRACTORS.map((extractor) => extractor.name).join(" | ")} |
| --- | ---: | ${EXTRACTORS.map(() => "---:").join(" | ")} |
${classes.map((name) => classRow(name, corpus)).join("\n")}

## Time

\`npm run measure -- fuzz\` searches for the costliest text of 4,000 characters. The costliest texts that it found in one minute took 2.4 to
2.8 ms on two slow cores, on which "The answer is (C)." takes 2 µs. The costliest texts that it found for version 3 took 44 ms.

\`npm run measure -- extraction --against a5b344f6 --every 12\` reads the real outputs with version 5, which is that of commit a5b344f6,
and with the current version, in turn within one process. Version 6 takes about 1.2 of the time of version 5 (54 and 45 µs for a
response, the least of nine rounds). Version 4 took 0.98 of the time of version 3.
`;
}

function optionClassRow(name: string): string {
  const grid = loadClass(name);
  const [told, heldOut] = [readClass(grid, "phrasings"), readClass(grid, "heldOut")];
  const sum = (count: (tally: ClassTally) => number): number => count(told) + count(heldOut);
  const total = sum((tally) => tally.total);
  const missed = (100 * sum((tally) => tally.missed.length)) / total;
  const phrasings = grid.phrasings.length + grid.heldOut.length;
  return `| ${name} | ${phrasings} | ${total} | ${sum((tally) => tally.wrong.length)} | ${missed.toFixed(1)} % |`;
}

const MEASURED = new URL("../../scripts/measure/extraction/measured.md", import.meta.url);

/** The latest output of `npm run measure -- extraction --markdown`, whose data are not part of the project. */
const readMeasured = (): string => readFileSync(MEASURED, "utf8");
