import { extractorNamed } from "../../src/reading/extractor-registry.ts";
import { FUZZED_QUESTIONS } from "./extraction/fuzzed-questions.ts";
import { costOf, lengthened, searchWorstTexts } from "./extraction/worst-text.ts";
import { measurement, positive } from "./measurement.ts";

const LENGTHS = [4_000, 40_000, 400_000];
const SHOWN = 5;

const { seconds, seed, length, most, ...options } = measurement(
  "fuzz",
  "Shows how the cost grows with the length. Exits with 1 if a text costs more than --most.",
)
  .option("--seconds <n>", "time of the search, shared by the questions", positive, 60)
  .option("--seed <n>", "seed of the search", positive, 1)
  .option("--length <n>", "longest text, in characters", positive, 4_000)
  .option("--most <ms>", "cost that no text may exceed", positive, 2)
  .option("--extractor <name>", "extractor to search", "omnidex")
  .parse()
  .opts<Record<"seconds" | "seed" | "length" | "most", number> & { readonly extractor: string }>();
const extractor = extractorNamed(options.extractor);

const worst = FUZZED_QUESTIONS.flatMap((question, at) =>
  searchWorstTexts(extractor, question, { seed: seed + at, length, seconds: seconds / FUZZED_QUESTIONS.length })
    .slice(0, SHOWN)
    .map((found) => ({ ...found, question })),
).toSorted((a, b) => b.milliseconds - a.milliseconds);

for (const { text, milliseconds, question } of worst.slice(0, 2 * SHOWN)) {
  const kind = `${question.answerFormat}, ${question.options.length} options`;
  const growth = LENGTHS.map((size) => costOf(extractor, question, lengthened(text, size), 3).toFixed(2)).join(" / ");
  console.log(`${milliseconds.toFixed(2)} ms  ${text.length} characters  ${kind}`);
  console.log(`  repeated to ${LENGTHS.join(" / ")} characters: ${growth} ms`);
  console.log(`  ${JSON.stringify(text.length > 160 ? `${text.slice(0, 110)} … ${text.slice(-40)}` : text)}`);
}

const cost = worst[0]?.milliseconds ?? 0;
console.log(`worst: ${cost.toFixed(2)} ms for at most ${length} characters; allowed: ${most} ms`);
process.exitCode = cost > most ? 1 : 0;
