import type { Mistake } from "./mistakes.ts";

/** A mistake in a file that a command line names. */
export interface FileMistake extends Mistake {
  /** The name of the file in the command line, and its content; undefined for a file that does not exist. */
  readonly file: string;
  readonly content: string | undefined;
  /** A description of the mistake, if the command line does not show it. */
  readonly what?: string;
}

const TO = "--benchmark omnidex-demo --model my-model --inputs video";
const ROW = '{"question":"video-001/0","response":"A"}\n';

/** Submissions: command lines after `omnidex`, with a result file. */
export const SUBMISSIONS: readonly FileMistake[] = [
  submission(ROW, "--model my-model --inputs video", "2", "which benchmark", "--benchmark"),
  submission(ROW, "--benchmark omnidex-dem --model my-model --inputs video", "2", "omnidex-dem", "omnidex-demo"),
  submission(ROW, "--benchmark omnidex-demo --model my-model --inputs vidoe", "2", "--inputs", "video"),
  submission(ROW, `${TO} --format lmms_eval`, "2", "--format", "lmms-eval"),
  submission(ROW, `${TO} --visibility pubic`, "2", "--visibility", "public"),
  {
    ...submission(ROW.replace("001/0", "1/0"), TO, "1", "outputs.jsonl: line 1", "nearest: video-001/0"),
    what: "a key that does not exist",
  },
  {
    ...submission(ROW + ROW, TO, "1", "outputs.jsonl: line 2", "answered already: outputs.jsonl: line 1"),
    what: "two rows of one question",
  },
  {
    ...submission(`${ROW}{"question":`, TO, "1", "outputs.jsonl: line 2, column 13", "Expected a JSON value"),
    what: "a file that is cut off",
  },
  {
    ...submission(
      `${ROW}{"question":\n{'question'`,
      TO,
      "1",
      "outputs.jsonl: line 3, column 2",
      "2 rows cannot be used",
    ),
    what: "two lines that are not JSON",
  },
  {
    ...submission(
      ROW.replace("}", "},") + ROW.replace("001", "002"),
      TO,
      "1",
      "outputs.jsonl: line 1, column 42",
      "the end of the line",
    ),
    what: "a comma after a line",
  },
  {
    ...submission(ROW.replace('"A"', "NaN"), TO, "1", "outputs.jsonl: line 1", "'response' is NaN, not a text"),
    what: "a response that is NaN",
  },
  {
    ...submission(`{\n${ROW.slice(1)}`.repeat(2), TO, "1", "outputs.jsonl: line 3, column 1", "found a second object"),
    what: "indented objects after one another",
  },
  {
    ...submission(
      "video-001/0,A\nvideo-002/0,B\n",
      TO,
      "1",
      "outputs.jsonl",
      "is the row with the names of the columns missing?",
    ),
    what: "a table without the names of its columns",
  },
  {
    ...submission("question;response\nvideo-001/0;A\n", TO, "1", "outputs.jsonl", "save it with commas"),
    what: "a table with semicolons",
  },
  {
    ...submission(
      "question,response\nvideo-003/0,A\nvideo-001/0,A, B\nvideo-002/0\n",
      TO,
      "1",
      "row 2 (line 3)",
      "needs double quotes",
    ),
    what: "rows with a cell too many and too few",
  },
  {
    ...submission(`{"id":"video-001/0","text":"A"}\n`, TO, "1", "fields id, text", "question (its key) and response"),
    what: "rows with other fields",
  },
  { ...submission("", TO, "1", "outputs.jsonl", "expected a result file, found an empty file"), what: "an empty file" },
  {
    ...submission(undefined, TO, "1", "outputs.jsonl", "There is no file or folder"),
    what: "a file that does not exist",
  },
];

const BENCHMARK = {
  benchmark: { slug: "kitchen-sounds", title: "Kitchen sounds" },
  tasks: [{ name: "Cause", level: "REASONING" }],
  videos: [{ key: "pan" }],
};
const QUESTION = {
  key: "pan/0",
  video: "pan",
  task: "Cause",
  text: "What hisses?",
  options: ["tap", "pan"],
  answer: "B",
};

/** Imports: command lines after `omnidex`, with a benchmark's file. */
export const IMPORTS: readonly FileMistake[] = [
  {
    ...imported([{ ...QUESTION, answer: "E" }], "$.questions[0].answer", "a label from A to B"),
    what: "the answer E to two options",
  },
  {
    ...imported([{ ...QUESTION, video: "pam" }], "$.questions[0].video", "the key of a video in 'videos'"),
    what: "a video that is not listed",
  },
  {
    ...imported([{ ...QUESTION, task: "Cuase" }], "$.questions[0].task", "a task of 'tasks'"),
    what: "a task that is not listed, without a level",
  },
  {
    ...imported([{ ...QUESTION, answer: "E", text: "" }, QUESTION], "$.questions[0].text (pan/0)", "3 problems"),
    what: "an answer, a text and a repeated key that are wrong",
  },
  {
    ...imported([QUESTION], "$.videos[0].durationSeconds", "a number of seconds, without quotes"),
    what: "a duration in quotes",
    content: text({ ...BENCHMARK, videos: [{ key: "pan", durationSeconds: "12.5" }], questions: [QUESTION] }),
  },
  {
    ...imported([QUESTION, QUESTION], "$.questions[1]", "expected a question that comes once"),
    what: "a question twice",
  },
  {
    ...imported([QUESTION], "$.tasks[0].level", "PERCEPTION, UNDERSTANDING, REASONING, SENSATION"),
    what: "a misspelt level",
    content: text({ ...BENCHMARK, tasks: [{ name: "Cause", level: "RESONING" }], questions: [QUESTION] }),
  },
  {
    ...imported([QUESTION], "$.benchmark.slug", `"kitchen-sound"`),
    asked: "import kitchen-sound benchmark.json",
    what: "the file of kitchen-sounds",
  },
  {
    ...imported([QUESTION], "480 of its 480 questions would be gone", "--replace"),
    asked: "import omnidex-demo benchmark.json",
    what: "a file of one question over a release of 480 with runs",
    content: text({ ...BENCHMARK, benchmark: { ...BENCHMARK.benchmark, slug: "omnidex-demo" }, questions: [QUESTION] }),
  },
  {
    ...imported([], "benchmark.json", "There is no file or folder"),
    ...{ content: undefined, what: "a file that does not exist" },
  },
];

function submission(content: string | undefined, options: string, code: string, place: string, says: string) {
  return { asked: `submit outputs.jsonl ${options}`, file: "outputs.jsonl", content, code, place, says };
}

function imported(questions: readonly object[], place: string, says: string): FileMistake {
  const content = text({ ...BENCHMARK, questions });
  return { asked: "import kitchen-sounds benchmark.json", file: "benchmark.json", content, code: "1", place, says };
}

function text(benchmark: object): string {
  return JSON.stringify(benchmark);
}
