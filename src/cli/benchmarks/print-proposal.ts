import { optionText, type ProposedSample, type RecipeProposal } from "../../domain/recipe-proposal.ts";
import { counted, grouped, plainText } from "../../domain/texts.ts";
import { colors } from "../output/printing.ts";
import { formatTable } from "../output/table.ts";

/** The most tasks that are listed. */
const MOST_TASKS = 30;

/** A proposed recipe as text, with what a person needs to judge it. */
export function formatProposal(proposal: RecipeProposal): string {
  const { benchmark, mapping, samples, unused, questionCount, videoCount, tasks, warnings } = proposal;
  const more = tasks.length - MOST_TASKS;
  return [
    `A recipe for ${benchmark}, from the names and values of the fields:`,
    formatTable(
      [{ title: "PART" }, { title: "COMES FROM", flexible: true }],
      mapping.map(({ field, from }) => [field, plainText(from)]),
      { heading: colors.dim },
    ),
    `Not used: ${unused.map(plainText).join(", ") || "none"}`,
    "",
    `${counted(questionCount, "question")} about ${counted(videoCount, "video")}:`,
    formatTable(
      [
        { title: "TASK", flexible: true },
        { title: "QUESTIONS", align: "right" },
      ],
      tasks.slice(0, MOST_TASKS).map((task) => [plainText(task.name), grouped(task.questionCount)]),
      { heading: colors.dim },
    ),
    ...(more > 0 ? [`… and ${counted(more, "more task")}`] : []),
    ...samples.flatMap(sampleLines),
    ...(warnings.length === 0 ? [] : ["", "What looks wrong:", ...warnings.map((text) => `  ${plainText(text)}`)]),
    ...(proposal.undecided.length === 0 ? [] : ["", "What the files do not decide:", ...undecidedLines(proposal)]),
  ].join("\n");
}

/** A question as a model would see it, with its answer. */
const sampleLines = ({ key, task, prompt, answer }: ProposedSample): readonly string[] => [
  "",
  colors.bold(`${plainText(key)} (${plainText(task)})`),
  ...prompt.split("\n").map((line) => `  ${plainText(line)}`.trimEnd()),
  `  ${colors.dim("answer:")} ${answer === null ? "not decided" : plainText(answer)}`,
];

/** Each undecided question, with the options that answer it. */
const undecidedLines = ({ undecided }: RecipeProposal): readonly string[] =>
  undecided.flatMap(({ question, because, answers }) => [
    `  ${plainText(question)} ${plainText(because)}`,
    ...answers.map((answer) => `    ${plainText(optionText(answer))}: ${plainText(answer.means)}`),
  ]);
