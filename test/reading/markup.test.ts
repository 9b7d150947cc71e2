import { describe, expect, it } from "vitest";
import { optionLabel } from "../../src/domain/option-label.ts";
import type { ExtractionQuestion } from "../../src/reading/extraction.ts";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";
import { foldText } from "../../src/reading/omnidex/structure/fold-text.ts";
import { maskResidue } from "../../src/reading/omnidex/structure/mask-residue.ts";
import { readAnswer } from "./read-answer.ts";

const OPTION_SETS: readonly (readonly string[])[] = [
  ["Cello", "Trumpet", "Harp", "Oboe"],
  ["He opens the window because it is hot.", "He sits down.", "He thanks the audience and bows."],
  ["2", "3", "4", "5", "6"],
  ["Yes", "No", "Only at the end"],
];

const question = (options: readonly string[]): ExtractionQuestion => ({
  options,
  answerFormat: "MULTIPLE_CHOICE",
  text: "What is heard last?",
});

/** Every option of every set as the target of a phrasing: {L} its label, {T} its text, {O} the next option's label. */
const filled = (phrasing: string) =>
  OPTION_SETS.flatMap((options) =>
    options.map((text, position) => ({
      options,
      label: optionLabel(position),
      response: phrasing
        .replaceAll("{L}", optionLabel(position))
        .replaceAll("{T}", text)
        .replaceAll("{O}", optionLabel((position + 1) % options.length)),
    })),
  );

const misread = (phrasing: string, isAnswered: boolean) =>
  filled(phrasing)
    .map(({ options, label, response }) => ({
      response,
      read: readAnswer(question(options), response),
      right: isAnswered ? label : null,
    }))
    .filter(({ read, right }) => read !== right);

const HTML = [
  "<b>{L}</b>",
  "<B>{L}</B>",
  "<i>{L}",
  "<p>The correct answer is <b>{L}</b>.</p>",
  "<p>The bell rings.</p><p>So the answer is <em>{L}</em>: {T}</p>",
  "<br/>{L}<br/>",
  "Let me explain.<br>{O} is too early.<br><br>{L}",
  '<span style="color:red">{L}</span>',
  '<a href="#" target=_blank>{L}</a>',
  "<P><STRONG>{L}</STRONG></P>",
  "<ul><li><b>{L}</b>: {T}</li></ul>",
  "<h1>{L}</h1>\n<h2>Why</h2>\n<p>{O} is too loud.</p>",
  'The answer is <span style="color:red; font-weight:bold; background:yellow">{L}</span>.',
  'The correct answer is <a href="https://example.com/a/b?c=d&amp;e=f" target="_blank" rel="noopener">{L}</a>',
  "`<b>{L}</b>`",
  "<b>{O}</b> is wrong. <b>{L}</b> is right.",
  "<table><tr><td>Answer</td><td>{L}</td></tr></table>",
  "<!DOCTYPE html><html><head><title>A quiz</title></head><body>{L}</body></html>",
  "<root><answer><![CDATA[{L}]]></answer></root>",
  "<script>answer = '{O}';</script>The answer is {L}.",
  "<!-- {O} -->{L}",
  "<!-- options: A, B, C, D -->\nThe answer is {L}.",
  "<del>{O}</del> {L}",
  "The answer is <s>{O}</s> {L}.",
  "<s>{L}</s>",
  "```html\n<p>{L}</p>\n```",
  "<image>\n{L}",
  "{L}<pad><pad>",
];

const ENTITIES = [
  "Answer:&nbsp;{L}",
  "&quot;{L}&quot;",
  "&#40;{L}&#41; {T}",
  "&#x28;{L}&#x29;",
  "It&#39;s {L}.",
  "&#x2714; {L}",
  "Answer&colon; {L}",
  "&lt;answer&gt;{L}&lt;/answer&gt;",
  "&amp;lt;answer&amp;gt;{L}&amp;lt;/answer&amp;gt;",
  "&lt;think&gt;{O}?&lt;/think&gt;{L}",
  "&lt;b&gt;{L}&lt;/b&gt;",
];

const COMPARISONS = [
  "The answer is <{L}>",
  "<{L}> {T}",
  "As a < b and c > d, the answer is {L}.",
  "I <3 this song. The answer is {L}.",
  "x<y, so the answer is {L}",
];

const ANSWERS = [
  ..."answer ANSWER final_answer finalAnswer my_answer correct_option response output result solution".split(" "),
  ..."CONCLUSION verdict decision prediction choice option selected_answer reply ns:answer respuesta 答案".split(" "),
].map((name) => `<${name}>{L}</${name}>`);

const ANSWER_FORMS = [
  "<final answer>{L}</final answer>",
  "<<answer>>{L}<</answer>>",
  "[ANSWER] {L} [/ANSWER]",
  "[RESULT] {L}",
  "<|answer|>{L}<|/answer|>",
  "<|begin_of_answer|>{L}<|end_of_answer|>",
  "<conclusion>{L}. {T}",
  "{L}</answer>",
  "<answer>{L}</answ",
  "<answer>{L}<answer>",
  "<answer>\n  <letter>{L}</letter>\n  <text>{T}</text>\n</answer>",
  "<result>\n  <option>{L}</option>\n</result>",
  "<answer><choice>{L}</choice><explanation>{O} is too loud.</explanation></answer>",
  "<explanation>I first thought of {O}.</explanation>\n<option>{L}</option>",
  "<wrong_answer>{O}</wrong_answer><answer>{L}</answer>",
  "<answer>{L}</answer><rejected>{O}</rejected>",
  "<answer>{O}</answer>\nWait, that is wrong. The bell comes later.\n<answer>{L}</answer>",
  "The output is <output>three rings</output>. The answer is {L}.",
  "The output is <output>2</output>. The answer is {L}.",
  "<response>The bell rings twice and the man turns. The answer is {L}.</response>",
];

const THOUGHT = "The bell suggests {O}, but I must listen again.";
const THOUGHT_NAMES = [
  ..."think thinking thought seed:think analysis scratchpad reflection reasoning inner_monologue cot planning".split(
    " ",
  ),
  ..."chain_of_thought rethink observe THINK self_reflection thought_process ThinkingProcess".split(" "),
];

const THOUGHTS = [
  ...THOUGHT_NAMES.flatMap((name) => [
    `<${name}>${THOUGHT}</${name}>{L}`,
    `${THOUGHT}</${name}>\n<answer>{L}</answer>`,
  ]),
  `[THINK]${THOUGHT}[/THINK]{L}`,
  `◁think▷${THOUGHT}◁/think▷{L}`,
  `<unused94>thought\n${THOUGHT}<unused95>{L}`,
  `<|begin_of_thought|>${THOUGHT}<|end_of_thought|>\n<|begin_of_solution|>{L}<|end_of_solution|>`,
  `<|START_THINKING|>${THOUGHT}<|END_THINKING|><|START_RESPONSE|>{L}<|END_RESPONSE|>`,
  `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>{L}`,
  `<thought_start>${THOUGHT}<thought_end>{L}`,
  `[BEGIN_THOUGHT]${THOUGHT}[END_THOUGHT]{L}`,
  `<|im_start|>think\n${THOUGHT}<|im_start|>answer\n{L}`,
  `analysis${THOUGHT}assistantfinal{L}`,
  `<SUMMARY>I look.</SUMMARY>\n<CAPTION>A man.</CAPTION>\n<REASONING>${THOUGHT}</REASONING>\n<CONCLUSION>{L}</CONCLUSION>`,
  `<think>${THOUGHT}<reflection>Hmm, {O}.</reflection> Fine.</think>{L}`,
  `<think>${THOUGHT}<think>Hmm.</think></think>{L}`,
  `<think>${THOUGHT}</thinking>{L}`,
  `<think>${THOUGHT} <answer>{L}</answer>`,
  "<answer>{L}</answer><think>Hmm",
];

const NO_ANSWER = [
  "<b></b>",
  "<!-- {L} -->",
  "<!-- The answer is {L}",
  '<img src="b.png" alt="a"/>',
  "<del>{L}</del>",
  "<b>{L}</b> or <b>{O}</b>",
  "<answer></answer>",
  "<answer>{L}</answer><answer>{O}</answer>",
  "<option>{L}</option><option>{O}</option>",
  "<wrong_answer>{L}</wrong_answer>",
  "<response>I cannot tell.</response>",
  ...THOUGHT_NAMES.map((name) => `<${name}>The answer is {L}. Wait, let me`),
  "[THINK]Let me look at {L} first. The scene shows",
  "<unused94>thought\nThe answer is {L}, but",
  "<|channel|>analysis<|message|>The answer is {L}. But",
  "<|im_start|>think\nThe answer is {L}.",
  "analysisThe answer is {L}. But we need to",
  "<think>The answer is {L}.</think>",
  "<analysis>The answer is {L}.</analysis>\nSorry, I can't decide.",
];

describe.each([
  ["tags and comments of HTML", HTML],
  ["entities", ENTITIES],
  ["comparison signs and labels in angle brackets", COMPARISONS],
  ["elements for the answer", [...ANSWERS, ...ANSWER_FORMS]],
  ["thoughts", THOUGHTS],
])("an answer beside %s", (_, phrasings) => {
  it.each(phrasings.map((phrasing) => [phrasing]))("is read in %j", (phrasing) => {
    expect(misread(phrasing, true)).toEqual([]);
  });
});

it.each(NO_ANSWER.map((phrasing) => [phrasing]))("no answer is read in %j", (phrasing) => {
  expect(misread(phrasing, false)).toEqual([]);
});

it.each(["<reflection>It may be B, so", "I listen. [THINK]It may be B, so", "The bell rings.\n<answer>"])(
  "%j is truncated",
  (response) => {
    expect(omnidexExtractor.extract(response, question(["Cello", "Harp"])).rule).toBe("truncated");
  },
);

describe("tags and entities that options have are text", () => {
  it.each([
    ["<i>", ["<b>", "<i>", "<u>"], "B"],
    ["The answer is <span>.", ["<div>", "<span>", "<p>"], "B"],
    ["C. <p>", ["<div>", "<span>", "<p>"], "C"],
    ["Answer: &lt;i&gt;", ["<b>", "<i>", "<u>"], "B"],
    ["<b>C</b>", ["<b>", "<i>", "<u>"], null],
    ["<p>The answer is <strong>B</strong>.</p>", ["<b>", "<i>", "<u>"], "B"],
    ["&lt;", ["&amp;", "&lt;", "&gt;"], "B"],
    ["<b>R&amp;B</b>", ["Rap", "R&B", "Soul"], "B"],
    ["<b>T</b>rumpet", ["Cello", "Trumpet"], "B"],
    ["x &lt; 3", ["x > 3", "x < 3", "x = 3"], "B"],
    ["The answer is <Trumpet>.", ["Cello", "Trumpet"], "B"],
  ])("%j of %j is %s", (response, options, label) => {
    expect(readAnswer(question(options), response)).toBe(label);
  });
});

it.each([
  ["NUMBER", "<p>There are <b>5</b> dogs.</p>", "5"],
  ["NUMBER", "<think>3</think>&#53;", "5"],
  ["NUMBER", "<result>5</result>", "5"],
  ["YES_NO", "<b>Yes</b>", "yes"],
  ["YES_NO", "<response>No</response>", "no"],
  ["OPEN_TEXT", "<p>Red</p>", "Red"],
  ["OPEN_TEXT", "<red>", "<red>"],
  ["OPEN_TEXT", "The answer is a <b>red</b> car", "a red car"],
  ["OPEN_TEXT", "<answer>Tom &amp; Zoé</answer>", "Tom & Zoé"],
  ["RETRIEVAL", "<output>[3, 1]</output>", "[3, 1]"],
] as const)("%s: %j is %j", (answerFormat, response, answer) => {
  expect(readAnswer({ options: [], answerFormat, text: "" }, response)).toBe(answer);
});

it("masking keeps the length of the response, and findings point into it", () => {
  for (const phrasing of [...HTML, ...ENTITIES, ...COMPARISONS, ...ANSWERS, ...ANSWER_FORMS, ...THOUGHTS]) {
    for (const { options, response } of filled(phrasing)) {
      expect(maskResidue(foldText(response), options).text).toHaveLength(response.length);
      const extraction = omnidexExtractor.extract(response, question(options));
      if (extraction.kind !== "answer" || extraction.span.end - extraction.span.start !== 1) continue;
      const named = options[extraction.answer.charCodeAt(0) - 65];
      expect([extraction.answer, named]).toContain(response.slice(extraction.span.start, extraction.span.end));
    }
  }
});
