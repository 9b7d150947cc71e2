import type { Mistake } from "./mistakes.ts";

/** A mistake in a file that a command line names. */
export interface FileMistake extends Mistake {
  /** The name of the file in the command line, and its content; undefined for a file that does not exist. */
  readonly file: string;
  readonly content: string | Buffer | undefined;
  /** Another file that the command line names, and its content. */
  readonly beside?: readonly [file: string, content: string];
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
    ...submission(
      ROW.replace("001/0", "001.mp4/0").replace("video-", "videos/video-"),
      TO,
      "1",
      "videos/video-001.mp4/0",
      "nearest: video-001/0",
    ),
    what: "a key with the folder and the extension of the video",
  },
  {
    ...submission(
      Buffer.from(ROW.replace('"A"', '"café A"'), "latin1"),
      TO,
      "1",
      "outputs.jsonl: line 1",
      "iconv -f LATIN1 -t UTF-8",
    ),
    what: "a file in Latin-1",
  },
  {
    ...submission(
      Buffer.from("question,response\nvideo-001/0,café A\n", "latin1"),
      TO,
      "1",
      "outputs.jsonl: line 2",
      "iconv -f LATIN1 -t UTF-8",
    ),
    what: "a table in Latin-1",
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
    ...submission(ROW.replace("}", ',"response":"B"}'), TO, "1", "line 1: $.response", "one field of this name"),
    what: "a row with two responses",
  },
  {
    ...submission(ROW.replace('"A"', "NaN"), TO, "1", "outputs.jsonl: line 1", "'response' is NaN, not a text"),
    what: "a response that is NaN",
  },
  {
    ...submission("question,response\nvideo-001/0,NaN\n", TO, "1", "row 1 (line 2)", "'response' is NaN, not a text"),
    what: "a table with a response that pandas wrote as NaN",
  },
  {
    ...submission(ROW + ROW.replace(',"response":"A"', ""), TO, "1", "outputs.jsonl: line 2", "neither 'response' nor"),
    what: "a row without a response",
  },
  {
    ...submission(ROW.replace("}", ',"video":"video-002"}'), TO, "1", "outputs.jsonl: line 1", 'is of "video-001"'),
    what: "a row with another video",
  },
  {
    ...submission(ROW.replace("}", ',"key":"video-002/0"}'), TO, "1", "outputs.jsonl: line 1", "names two questions"),
    what: "a row with two keys",
  },
  {
    ...submission(ROW.replace("}", ',"benchmark":"worldsense"}'), TO, "1", "line 1", 'the benchmark "worldsense"'),
    what: "a row of another benchmark",
  },
  {
    ...submission(ROW.replace("}", ',"options":["x","y"]}'), TO, "1", "line 1", "options are not those of video-001/0"),
    what: "a row with other options",
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
      "double quotes around a cell that contains the separator",
    ),
    what: "rows with a cell too many and too few",
  },
  {
    ...submission(`{"id":"video-001/0","text":"A"}\n`, TO, "1", "fields id, text", "question (its key) and response"),
    what: "rows with other fields",
  },
  {
    ...submission(
      JSON.stringify({ columns: ["question", "response"], index: [0], data: [["video-001/0", "A"]] }, null, 2),
      TO,
      "1",
      "a table written column by column",
      `pandas' \`to_json(orient="records")\` writes it row by row`,
    ),
    what: 'a table that pandas wrote with orient="split"',
  },
  {
    ...submission("(lp0\n(dp1\nVquestion\n", TO, "1", "a Python pickle", "is not run; save it as JSON"),
    what: "a pickle in text",
  },
  { ...submission("", TO, "1", "outputs.jsonl", "expected a result file, found an empty file"), what: "an empty file" },
  {
    ...submission(undefined, TO, "2", "outputs.jsonl", "There is no file or folder"),
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
    ...imported(
      [{ ...QUESTION, options: undefined, answerFormat: "YES_NO", answer: "maybe" }],
      "$.questions[0].answer",
      '"yes", "no" or "not sure"',
    ),
    what: 'the answer "maybe" to a YES_NO question',
  },
  {
    ...imported([{ ...QUESTION, key: " pan/0" }], "$.questions[0].key", "a key without spaces"),
    what: "a key that begins with a space",
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
    ...imported([], "$.questions[0].answer", "one field of this name"),
    what: "a question with two answers",
    content: text({ ...BENCHMARK, questions: [QUESTION] }).replace('"answer":"B"', '"answer":"A","answer":"B"'),
  },
  {
    ...imported([QUESTION], "$.videos[0].durationSeconds", "a number of seconds of at most 15 digits"),
    what: "a duration of 17 digits",
    content: text({ ...BENCHMARK, videos: [{ key: "pan", durationSeconds: 1 }], questions: [QUESTION] }).replace(
      '"durationSeconds":1',
      '"durationSeconds":12345678901234567',
    ),
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
  ...["worldsense", "mmworld", "avi-bench", "kitchen-sounds"].map((name) => ({
    ...imported([], "benchmark.json: expected", "a file of omnivideobench; import it under that name"),
    asked: `import ${name} benchmark.json`,
    what: "the file of OmniVideoBench",
    content: '[{"video":"video_1","video_type":"Vlog","duration":"03:28","questions":[]}]',
  })),
  ...["worldsense", "mmworld", "omnivideobench", "avi-bench", "kitchen-sounds"].map((name) => ({
    ...imported([], "benchmark.json: expected", "a result file; 'omnidex submit' takes those"),
    asked: `import ${name} benchmark.json`,
    what: "a result file",
    content: ROW,
  })),
  {
    ...imported([], "$[0].task", "(the nearest is AVQA)"),
    asked: "import avi-bench benchmark.json",
    what: "a record of a task that does not exist",
    content: text([aviRecord("AVQS")]),
  },
  {
    ...imported([], "reasoning/AVQS/data.json", "(the nearest is AVQA), found the folder 'AVQS'"),
    asked: "import avi-bench levels",
    what: "a misspelt folder beside a task's folder",
    file: "levels/reasoning/AVQS/data.json",
    content: text([aviRecord("AVQA")]),
    beside: ["levels/reasoning/AVH/data.json", text([aviRecord("AVH")])],
  },
  {
    ...imported([], "benchmark.json: line 1", "iconv -f LATIN1 -t UTF-8"),
    what: "a file in Latin-1",
    content: Buffer.from(text({ ...BENCHMARK, questions: [{ ...QUESTION, text: "Which café?" }] }), "latin1"),
  },
  {
    ...imported([], "benchmark.json", "There is no file or folder"),
    ...{ content: undefined, what: "a file that does not exist", code: "2" },
  },
];

function submission(content: FileMistake["content"], options: string, code: string, place: string, says: string) {
  return { asked: `submit outputs.jsonl ${options}`, file: "outputs.jsonl", content, code, place, says };
}

function imported(questions: readonly object[], place: string, says: string): FileMistake {
  const content = text({ ...BENCHMARK, questions });
  return { asked: "import kitchen-sounds benchmark.json", file: "benchmark.json", content, code: "1", place, says };
}

function aviRecord(task: string): object {
  return { id: "0", task, input: { question: { text: "Is it loud?" } }, output: { question_answer: "yes" } };
}

function text(benchmark: object): string {
  return JSON.stringify(benchmark);
}
