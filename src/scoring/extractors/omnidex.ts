import { optionLabel } from "../../domain/option-label.ts";
import { type Extraction, type ExtractionQuestion, type Extractor, unparsed } from "../extraction.ts";
import { foldText } from "./omnidex/fold-text.ts";
import { maskResidue } from "./omnidex/mask-residue.ts";
import { OptionTexts } from "./omnidex/option-texts.ts";
import { readAnswer } from "./omnidex/read-answer.ts";
import { type Finding, type Reading, within } from "./omnidex/reading.ts";
import { isTruncated } from "./omnidex/rules/truncation.ts";

/**
 * The default extractor. It reads the last definite statement of an answer, wherever a model put it, and abstains from
 * everything that is none: a refusal, several answers at once, an option that does not exist. A label wins over the
 * text beside it where the two disagree, because prompts ask for the label; such a reading is marked ambiguous.
 */
export const omnidexExtractor: Extractor = {
  name: "omnidex",
  version: "1",
  extract(response, question) {
    const masked = maskResidue(foldText(response));
    if (masked.truncated) return unparsed("truncated");
    if (!/[^\s.…!?*_`#-]/.test(masked.text)) return unparsed("empty");
    if (question.options.length === 0) return wholeText(response, masked.text);
    const whole: Reading = { text: masked.text.trimEnd(), offset: 0, ...optionsOf(question) };
    const reading = within(whole, whole.text.search(/\S/), whole.text.length);
    const finding = readAnswer(reading);
    return finding === null
      ? unparsed(isTruncated(reading) ? "truncated" : "no-answer")
      : extraction(finding, question);
  },
};

const optionsOf = ({ options, answerFormat }: ExtractionQuestion): Pick<Reading, "options" | "labels"> => ({
  options: new OptionTexts(options),
  labels: answerFormat === "MULTIPLE_CHOICE",
});

function extraction(finding: Finding, question: ExtractionQuestion): Extraction {
  const { target, rule, start, end, ambiguous } = finding;
  if (typeof target === "string") return unparsed(target);
  const text = question.options[target] ?? "";
  const answer = question.answerFormat === "MULTIPLE_CHOICE" ? optionLabel(target) : text;
  return { kind: "answer", answer, rule, span: { start, end }, ambiguous };
}

/** Formats without options: the scorer reads the text, all of it but what was masked. */
function wholeText(response: string, masked: string): Extraction {
  const start = masked.search(/\S/);
  const end = masked.trimEnd().length;
  return {
    kind: "answer",
    answer: response.slice(start, end),
    rule: "whole-text",
    span: { start, end },
    ambiguous: false,
  };
}
