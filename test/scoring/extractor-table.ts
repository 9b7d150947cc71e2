import { readFileSync } from "node:fs";
import type { Extractor } from "../../src/scoring/extraction.ts";
import { EXTRACTORS } from "../../src/scoring/extractors/extractor-registry.ts";
import { type CorpusCase, readCorpus } from "./corpus-cases.ts";

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

/** The page `docs/extractors.md`. */
export function extractorPage(): string {
  const corpus = readCorpus();
  const classes = [...new Set(corpus.map((one) => one.class))];
  const answers = corpus.filter((one) => one.expected !== null).length;
  const heldOut = corpus.filter((one) => one.heldOut).length;
  return `# Extractors

<!-- Written by \`npx tsx scripts/measure-extractors.ts\`; do not edit. -->

An extractor reads the answer out of a raw response. \`omnidex\` scores runs. The others are the official scripts and
harnesses, reproduced exactly, so that a run can be read as they would have read it.

Three mistakes are counted apart, because they differ in cost. A **wrong letter** is an answer read as another
option: neither a judge nor a rerun can correct it. A **guessed abstention** is an answer read into a response that has none. A
**miss** is an answer that was not read: a judge can still read it.

${readMeasured()}
## Responses written to be hard

Real outputs of language models are mostly easy. Four sets of responses were written to be hard. The authors of the rules wrote the
corpus, described below. People who had not seen the rules wrote the other three: the generated grids, the first set of fresh responses
and the second. After the first measurement the rules were tuned on these three, except for the half of the second set in the last row.
Of that half, only the number of mistakes of each kind is known; nobody has read the misread responses.

| Set | Responses | First measurement of version 4 | Now | Version 3 |
| --- | ---: | --- | --- | --- |
| first grid, restatements × conclusions: the sentences that were held out until the first measurement | 24,395 | 691 wrong letters, 0.8 % missed | 0 wrong letters, 0 missed | 1,216 wrong letters, 8.5 % missed |
| second grid, restatements × sentences without an answer: the held-out sentences | 18,007 | 2,202 answers guessed | 0 | 5,599 |
| fresh responses, first set | 279 | 82.4 % right, 3 wrong letters, 12 guessed | 97.1 % right, 0 wrong letters, 0 guessed | 69.9 % right, 9 wrong letters, 24 guessed |
| fresh responses, second set, the half that was tuned on | 345 | 83.2 % right, 9 wrong letters, 13 guessed | 95.4 % right, 0 wrong letters, 4 guessed | 77.7 % of both halves right, 22 wrong letters, 51 guessed |
| fresh responses, second set, the half whose misread responses nobody has read | 346 | 89.0 % right, 1 wrong letter, 21 guessed | 89.9 % right, 1 wrong letter, 19 guessed | |

The last row shows the accuracy to expect on new adversarial text. The full first grid has 198,326 responses: 54 restatements × 100
conclusions × 8 questions with 3 to 10 options × each label, without the combinations that do not fit. The full second grid has 151,502
responses without an answer. \`OMNIDEX_GRID_STEP=1 npx vitest run test/scoring/grids\` reads both. The fresh responses are read by
\`npx vitest run test/scoring/fresh-responses.test.ts\`.

The oldest set is the corpus of ${corpus.length} labelled responses that the authors of the rules wrote
(\`test/scoring/corpus\`): ${answers} hold an answer, ${corpus.length - answers} hold none. The rules were tuned on all but the ${heldOut} of the column
"held out", so the other columns overstate the accuracy of \`omnidex\`. With version 4 one label of \`wild\`
was changed from D to none: four declared answers in a row ("The answer is A. The answer is B. …") decide nothing.

\`mmworld-post\` is followed by a judge in the original, and \`avi-bench\` never had options with letters to read; neither
was made for such responses.

| extractor | version | right | held out | right if the response has an answer | right if it has none | guessed | missed |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${EXTRACTORS.map((extractor) => row(extractor, corpus)).join("\n")}

## By class

| class | cases | ${EXTRACTORS.map((extractor) => extractor.name).join(" | ")} |
| --- | ---: | ${EXTRACTORS.map(() => "---:").join(" | ")} |
${classes.map((name) => classRow(name, corpus)).join("\n")}

## How \`omnidex\` decides

First the response is split into parts, then claims are collected, then a claim decides.

1. **Text that is not the answer is removed**: thoughts, an echoed prompt, tokens of chat templates, struck-out text, a closing
   phrase. Thoughts that never end make the response \`truncated\`.
2. **Text about another question is cut off**: once a response has answered, an invented next question, another turn of a chat,
   the few-shot template or a summary of "all the answers" ends it.
3. **Lists of options are not claims.** A restated list of options is removed, with or without labels. Statements about an option
   within the list stay. Ticks, checkboxes, tables and "yes"/"no" behind the options are verdicts.
4. **A place reserved for the answer** decides: an answer key in JSON, an answer tag, a box. A boxed value does not decide if it
   is not an option, or if it comes before a declared label.
5. **Claims are collected**: a label at the beginning or the end, "the answer is …", "the best match is …", "only C fits",
   "I choose …", a verdict, "no, wait: …". A claim is dropped if it is denied, posed as a question, conditional, doubted, called
   tempting, attributed to somebody else, or withdrawn.
6. **The last firm claim decides.** If another claim names another option, the reading is marked ambiguous. Declared answers in a
   row, with nothing between them, decide nothing. A hedge ("it might be C") counts if no firmer claim exists and no second option
   stands beside it.
7. Otherwise these decide: the number of an option, an option's text, "so C", a refusal, the one option that is mentioned.

A label takes precedence over the text beside it if the two disagree ("B. Green", where C is green): prompts ask for the label, and
that is what the official scripts compare. The reading is marked ambiguous. Several labels at once, a label that the question
does not have, a refusal and "none of the above" (unless an option says so) are never answers.

YES_NO also takes "yeah", "nope", "oui", "是" and sentences that assert or deny what the question asks. NUMBER takes words
("twice", "a dozen", "twenty-one") and units.

## What a response can cost

Rules look at a bounded number of nouns, labels, marks and lines, so the cost of a text grows linearly.
\`npm run fuzz:extraction\` searches for the costliest text of 4,000 characters; \`test/scoring/cost\` checks
that the cost grows about linearly. The costliest texts found in one minute took 2.4 to 2.8 ms on two slow cores, where "The answer is
(C)." takes 2 µs. The costliest texts found for version 3 took 44 ms.

\`npm run measure:extraction -- --against 60f65ad --every 6\` reads the real outputs with version 3, which that commit holds, and
with this one, in turns within one process. Version 4 takes 0.98 of the time on average over the ten models: 0.53 where the outputs
run on (Meta-Llama-3-70B), 1.52 at worst (gemini-1.5-pro-002, whose outputs speak of other options before they answer).
`;
}

const MEASURED = new URL("../../scripts/extraction/measured.md", import.meta.url);

/** The latest output of `npm run measure:extraction -- --markdown`, whose data are not part of the project. */
const readMeasured = (): string => readFileSync(MEASURED, "utf8");
