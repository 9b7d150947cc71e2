import { z } from "zod";
import { pagePaths, pageUrl } from "../../domain/page-urls.ts";
import { counted, plainText } from "../../domain/texts.ts";
import { MODALITIES, VISIBILITIES } from "../../domain/vocabulary.ts";
import type { ValidationReport } from "../../sdk/types.ts";
import { cutText, score, scoreText } from "../answers.ts";
import * as args from "../arguments.ts";
import { defineTool } from "../tool.ts";

/** The most rows of one call, as in the API. */
const MOST_ROWS = 10_000;

/** The most problems of rows in an answer. */
const MOST_ISSUES = 50;

const SUBMISSION = {
  benchmark: args.benchmark,
  model: args.name("The name of the model that was run."),
  parameters: args.name("Its size: 7B.").optional(),
  organization: args.name("Who made it.").optional(),
  inputs: z
    .array(args.oneOf(MODALITIES))
    .min(1)
    .max(MODALITIES.length)
    .describe("What the model was given besides the question: [VIDEO, AUDIO]."),
  frames: z.int().optional().describe("How many frames it was given."),
  seed: z.int().optional(),
  prompt: args.name("The name of the prompt template.").optional(),
  notes: z.string().max(10_000).optional(),
  rows: z
    .array(
      z.strictObject({
        question: args.question,
        response: z.string().nullable().optional().describe("The raw output of the model, untouched."),
        error: z.string().nullable().optional().describe("The message, if the model failed and gave no response."),
        confirmation: z.string().nullable().optional(),
      }),
    )
    .min(1)
    .max(MOST_ROWS)
    .describe(
      "One for each question that was asked. The server reads the answer out of the response; do not extract it.",
    ),
};

const input = z.object(SUBMISSION);

const runOf = ({ model: name, parameters, organization, rows: predictions, ...run }: z.output<typeof input>) => ({
  ...run,
  model: { name, parameters, organization },
  predictions,
});

const REPORT = {
  ok: z.boolean().describe("Whether a submission would be stored."),
  rows: z.int(),
  questions: z.int().describe("How many questions the benchmark has."),
  missing: z.int().describe("How many of them have no row; they count as wrong."),
  errors: z.int(),
  warnings: z.int(),
  problems: z
    .array(
      z.object({
        row: z.int().nullable().describe("The index of the row, from 0; null for a field of the run."),
        field: z.string(),
        severity: z.string(),
        message: z.string(),
      }),
    )
    .describe(`At most ${MOST_ISSUES}, errors first.`),
  note: z.string().nullable().describe("What was left out of this answer."),
};

function reportData(report: ValidationReport) {
  const { ok, rows, questions, missing, errorCount: errors, warningCount: warnings, inputIssues, issues } = report;
  const ofRows = [...issues].sort((a, b) => rank(a.severity) - rank(b.severity) || (a.row ?? 0) - (b.row ?? 0));
  const all = [
    ...inputIssues.map(({ field, message }) => ({ row: null, field, severity: "ERROR", message })),
    ...ofRows.map(({ row, question, severity, message }) => ({
      row,
      field: cutText(question ?? "", 200),
      severity,
      message,
    })),
  ];
  const problems = all.slice(0, MOST_ISSUES).map((each) => ({ ...each, message: cutText(each.message) }));
  const left = all.length - problems.length;
  const note = left > 0 ? `${counted(left, "further problem")} left out; correct these, and validate again.` : null;
  return { ok, rows, questions, missing, errors, warnings, problems, note };
}

const rank = (severity: string): number => (severity === "ERROR" ? 0 : 1);

const reportLines = ({ rows, questions, missing, errors, warnings, problems, note }: ReturnType<typeof reportData>) => [
  `${counted(rows, "row")} for ${counted(questions, "question")}, ${missing} without a row: ${counted(errors, "error")}, ${counted(warnings, "warning")}`,
  ...problems
    .slice(0, 20)
    .map(
      ({ row, field, message }) => `${row === null ? "" : `row ${row}, `}${plainText(field)}: ${plainText(message)}`,
    ),
  ...(note === null ? [] : [note]),
];

const validateSubmission = defineTool({
  name: "validate_submission",
  title: "Validate a submission",
  description:
    "Checks the rows of a run against the benchmark as submit_predictions would, and stores nothing: unknown questions, missing ones, responses that look wrong. Needs a key that may submit.",
  input,
  output: z.object(REPORT),
  run: async ({ omnidex }, given) => {
    const data = reportData(await omnidex.validateRun(runOf(given)));
    return { data, text: [data.ok ? "It would be stored." : "It would be refused.", ...reportLines(data)].join("\n") };
  },
});

const submitPredictions = defineTool({
  name: "submit_predictions",
  title: "Submit a run",
  description:
    "Stores a run and has the server read and score its responses. Private by default: only the key's owner sees it. Sending the same rows again returns the same run. Needs a key that may submit; ask the user before you make a run public.",
  input: z.object({
    ...SUBMISSION,
    visibility: args.oneOf(VISIBILITIES, "Who may see the run; PRIVATE by default.").optional(),
  }),
  output: z.object({
    run: z.string(),
    status: z.string(),
    replayed: z.boolean().describe("Whether the same run was submitted before, so that nothing changed."),
    score: score.nullable().describe("Null if the server shows none."),
    report: z.object(REPORT),
    link: z.string(),
  }),
  writes: true,
  run: async ({ omnidex, root }, given) => {
    const { report: found, ...run } = await omnidex.submitRun(runOf(given));
    const report = reportData(found);
    const link = pageUrl(root, pagePaths.run(run.id));
    return {
      data: { run: run.id, status: run.status, replayed: run.replayed, score: run.score, report, link },
      text: [
        `${run.id}${run.replayed ? ", which was submitted before" : ""}: ${run.score === null ? `${run.status}, no score shown` : scoreText(run.score)}`,
        ...reportLines(report),
        link,
      ].join("\n"),
    };
  },
});

export const submissionTools = [validateSubmission, submitPredictions];
