/** A common mistake, and the response to it. */
export interface Mistake {
  /** The call: a document, a CLI command line, a call of the SDK, or a path. */
  readonly asked: string;
  /** The server's or the SDK's code; for the CLI its exit code. */
  readonly code: string;
  /** The place that the answer names: a path in a filter, an option, an argument. */
  readonly place: string;
  /** A suggestion or the allowed values: a part of the answer's message. */
  readonly says: string;
}

const questions = (filter: string): string => `{ questions(filter: ${filter}) { totalCount } }`;
const board = (args: string): string => `{ leaderboard(${args}) { totalCount } }`;

/** Sent to `/graphql`. */
export const GRAPHQL: readonly Mistake[] = [
  filter(`{ benchmarks: ["WorldSense"] }`, "benchmarks[0]", "Did you mean 'worldsense'?"),
  filter(`{ benchmarks: ["avi_bench"] }`, "benchmarks[0]", "Did you mean 'avi-bench'?"),
  filter(
    `{ benchmarks: ["omnidex-demo"], tasks: ["causal-resoning"] }`,
    "tasks[0]",
    "Did you mean 'causal-reasoning'?",
  ),
  filter(`{ tasks: ["Causal reasoning"] }`, "tasks[0]", "Did you mean 'causal-reasoning'?"),
  filter(`{ categories: ["indors"] }`, "categories[0]", "Did you mean 'indoors'"),
  filter(`{ subsets: ["tset"] }`, "subsets[0]", "There is no subset 'tset'."),
  filter(`{ benchmarks: ["omnidex-demo"], keys: ["video-1/0"] }`, "keys[0]", "480 values are allowed."),
  filter(`{ videos: ["video_999999"] }`, "videos[0]", "There is no video 'video_999999'."),
  filter(`{ durationLabels: ["<1 min"] }`, "durationLabels[0]", "There is no duration label '<1 min'."),
  filter(`{ durationSeconds: { gt: 600, lt: 60 } }`, "durationSeconds", "No duration is above 600 s and below 60 s."),
  filter(`{ durationSeconds: { lt: -1 } }`, "durationSeconds.lt", "A duration in seconds is never negative."),
  filter(`{ stepCount: { gt: 3, lt: 4 } }`, "stepCount", "No number of steps is above 3 and below 4."),
  filter(`{ audioStepShare: { gte: 0.8, lte: 0.2 } }`, "audioStepShare", "No share is at least 0.8 and at most 0.2."),
  filter(`{ audioStepShare: { gte: 50 } }`, "audioStepShare.gte", "A share is from 0 to 1: 50 % is 0.5."),
  filter(`{ tasks: [] }`, "tasks", "An empty list matches nothing. Leave 'tasks' out"),
  filter(`{ or: [] }`, "or", "An empty list matches nothing."),
  named(
    `leaderboard(benchmark: "omnidex-demo", filter: { benchmarks: ["worldsense"] }) { totalCount }`,
    "filter.benchmarks",
    "The field shows the benchmark 'omnidex-demo' only, which the filter excludes.",
  ),
  named(`runs(filter: { models: [] }) { totalCount }`, "filter.models", "An empty list matches nothing."),
  named(
    `a: questions(filter: { tasks: ["coutning"] }) { totalCount } b: questions(filter: { tasks: ["coutning"] }) { totalCount }`,
    "b.filter.tasks[0]",
    "There is no task 'coutning'.",
  ),
  filter(`{ or: [{}, { not: { tasks: ["coutning"] } }] }`, "or[1].not.tasks[0]", "There is no task 'coutning'."),
  filter(`{ text: "the of" }`, "text", "'the of' holds no word that is searched."),
  {
    asked: questions(`{ and: [{ text: "???" }] }`),
    code: "BAD_USER_INPUT",
    place: "'text'",
    says: "must hold at least one word",
  },
  { asked: questions(`{ levels: [reasoning] }`), code: "BAD_USER_INPUT", place: "Level", says: '"REASONING"' },
  { asked: questions(`{ level: [REASONING] }`), code: "BAD_USER_INPUT", place: "QuestionFilter", says: '"levels"' },
  {
    asked: questions(`{ durationBuckets: ["long"] }`),
    code: "BAD_USER_INPUT",
    place: "durationBuckets",
    says: "over-10m",
  },
  {
    asked: board(`benchmark: "omnidex-demo", runs: { models: ["demo-lage"] }`),
    code: "INVALID_FILTER",
    place: "runs.models[0]",
    says: "Did you mean 'demo-large'?",
  },
  {
    asked: board(`benchmark: "omnidex-demo", runs: { parameterCount: { gt: 9e9, lt: 1e9 } }`),
    code: "INVALID_FILTER",
    place: "runs.parameterCount",
    says: "No number of parameters is above 9000000000 and below 1000000000.",
  },
  {
    asked: board(`benchmark: "omnidex-demo", runs: { createdAt: { gte: "2026-02-01", lt: "2026-01-01" } }`),
    code: "INVALID_FILTER",
    place: "runs.createdAt",
    says: "No time is at least 2026-02-01",
  },
  {
    asked: board(`benchmark: "omnidex_demo"`),
    code: "NOT_FOUND",
    place: "leaderboard",
    says: "Did you mean 'omnidex-demo'?",
  },
  {
    asked: `{ runs(filter: { organizations: ["Nobody"] }) { totalCount } }`,
    code: "INVALID_FILTER",
    place: "filter.organizations[0]",
    says: "There is no organization 'Nobody'.",
  },
  {
    asked: `{ runs(filter: { benchmarks: ["omnidex-dmeo"] }) { totalCount } }`,
    code: "INVALID_FILTER",
    place: "filter.benchmarks[0]",
    says: "Did you mean 'omnidex-demo'?",
  },
  {
    asked: `{ videos(filter: { questions: { tasks: ["coutning"] } }) { totalCount } }`,
    code: "INVALID_FILTER",
    place: "filter.questions.tasks[0]",
    says: "There is no task 'coutning'.",
  },
  {
    asked: `{ facets(filter: { categories: ["sprots"] }, by: [TASK]) { dimension } }`,
    code: "INVALID_FILTER",
    place: "filter.categories[0]",
    says: "There is no category 'sprots'.",
  },
  {
    asked: `{ scoreTable(benchmark: "omnidex-demo", by: [LEVEL], filter: { tasks: ["event-ordr"] }) { totalCount } }`,
    code: "INVALID_FILTER",
    place: "filter.tasks[0]",
    says: "Did you mean 'event-order'?",
  },
  named(`videos(filter: { keys: ["video-1"] }) { totalCount }`, "filter.keys[0]", "Did you mean 'video-001'"),
  named(`videos(filter: { durationLabels: ["1-2mins"] }) { totalCount }`, "filter.durationLabels[0]", "No value is"),
  named(
    `publishedResults(filter: { benchmarks: ["worldsens"] }) { totalCount }`,
    "filter.benchmarks[0]",
    "Did you mean 'worldsense'?",
  ),
  named(
    `publishedResults(filter: { sources: ["WorldSense, Table 99"] }) { totalCount }`,
    "filter.sources[0]",
    "Did you mean 'WorldSense, Table ",
  ),
  named(`publishedResults(filter: { keys: ["mazik"] }) { totalCount }`, "filter.keys[0]", "values are allowed."),
  named(
    `runs(filter: { releases: ["release_999"] }) { totalCount }`,
    "filter.releases[0]",
    "There is no release 'release_999'.",
  ),
  named(
    `runs(filter: { prompts: ["worldsense/audoi"] }) { totalCount }`,
    "filter.prompts[0]",
    "Did you mean 'worldsense/audio'",
  ),
  missing(`question(benchmark: "omnidex_demo", key: "video-001/0") { key }`, "question"),
  missing(`video(benchmark: "omnidex_demo", key: "video-001") { key }`, "video"),
  missing(`promptTemplates(benchmark: "omnidex_demo") { name }`, "promptTemplates"),
  missing(`challenge(benchmark: "omnidex_demo") { opensAt }`, "challenge"),
  missing(`finalBoard(benchmark: "omnidex_demo") { version }`, "finalBoard"),
];

/** Paths that are fetched. */
export const HTTP: readonly Mistake[] = [
  exported(`{"tasks":[]}`, "filter.tasks", "An empty list matches nothing. Leave 'tasks' out"),
  exported(`{"benchmarks":["omnidex-dem"]}`, "filter.benchmarks[0]", "Did you mean 'omnidex-demo'?"),
  exported(`{"tasks":["event-ordr"]}`, "filter.tasks[0]", "Did you mean 'event-order'?"),
  exported(`{"durationSeconds":{"gte":60,"lt":60}}`, "filter.durationSeconds", "at least 60 s and below 60 s"),
  exported(`{"text":"the of"}`, "filter.text", "holds no word that is searched"),
  {
    asked: `/export/questions.ndjson?filter={"levels":["REASONING"],"levels":[]}`,
    code: "BAD_USER_INPUT",
    place: "filter.levels",
    says: "is given twice.",
  },
  { asked: "/export/questions.xlsx", code: "BAD_USER_INPUT", place: "xlsx", says: "parquet" },
  { asked: "/export/questions.csv?fliter={}", code: "BAD_USER_INPUT", place: "fliter", says: "filter" },
];

/** Command lines after `omnidex`. */
export const CLI: readonly Mistake[] = [
  cli("leaderboard omnidex-dem", "omnidex-dem", "omnidex-demo"),
  cli("leaderboard omnidex-demo --level resoning", "--level", "reasoning"),
  cli("leaderboard omnidex-demo --level=", "--level", "It is empty. Give a value, or leave the option out."),
  cli("questions --text=", "--text", "It is empty."),
  cli("leaderboard omnidex-demo --task event-ordr", "--task", "Did you mean 'event-order'?"),
  cli("leaderboard omnidex-demo --model demo-lage", "--model", "Did you mean 'demo-large'?"),
  cli("leaderboard omnidex-demo --model gpt4o", "--model", "demo-large, demo-medium, demo-small."),
  cli("runs --model gpt4o", "There is no model 'gpt4o'.", "Allowed (3): demo-large, demo-medium, demo-small."),
  cli("leaderboard omnidex-demo --min-parameters 7", "--min-parameters", "That is 7 parameters. Sizes look like"),
  cli("questions --category indors", "--category", "Did you mean 'indoors'"),
  cli("questions --audio musik", "--audio", "music"),
  cli("questions -b omnidex-demo --min-duration 10m --max-duration 1m", "--max-duration", "No duration is"),
  cli(`questions --filter {"task":["event-order"]}`, "filter", 'Did you mean "tasks"?'),
  cli(`questions --filter {"durationBuckets":["long"]}`, "'durationBuckets'", "over-10m"),
  cli(`questions --filter {"levels":["REASONING"],"levels":[]}`, "--filter", "The field 'levels' is given twice."),
  cli(
    `questions --filter {"durationSeconds":{"gt":1e400}}`,
    "filter.durationSeconds.gt",
    "is Infinity; expected a finite number.",
  ),
  cli(
    "api query($f:QuestionFilter){questions(filter:$f){totalCount}} -F filter={}",
    "'$filter'",
    "The document has no variable",
  ),
  cli(
    `api query($f:QuestionFilter){questions(filter:$f){totalCount}} -F f={"durationSeconds":{"gt":1e400}}`,
    "variables.f.durationSeconds.gt",
    "is Infinity; expected a finite number.",
  ),
  cli("questions --text the", "--text", "'the' holds no word that is searched."),
  cli("questions --format cvs", "--format", "csv"),
  cli("breakdown demo-large --by levle", "--by", "level"),
  cli("facets --by duraton", "--by", "duration"),
  cli("breakdown demo-large --by audio-type level", "too many arguments", "with commas: --by audio-type,level"),
  cli("facets --by audio-type level", "too many arguments", "with commas: --by audio-type,level"),
  cli("run demo-large --json id", "too many arguments", "--json of this command takes no fields"),
  cli("submit audio --inputs video", "where a file is expected", "with commas: --inputs video,audio"),
  cli("facets --by task,task", "--by", "It names task twice."),
  cli("challenge configure omnidex-demo --opens 01.02.2027", "--opens", "a day such as 2027-01-31"),
  cli(
    "power omnidex-demo --difference 0.05",
    "--difference",
    "The unit is percentage points, from 0.1 on; 0.05 of the score is 5 points.",
  ),
  cli("leadrboard omnidex-demo", "leadrboard", "leaderboard"),
  cli("questions --levl reasoning", "--levl", "--level"),
  cli("export questions -o questions.json", "questions.json", ".ndjson, .jsonl, .csv or .parquet"),
  cli("export run demo-large -o run.json", "run.json", "Use --format"),
  cli("export benchmark omnidex-demo -o demo.csv", "not as .csv", "End the name in .json."),
  cli("audit-log --output log.csv", "not as .csv", "End the name in .ndjson."),
  cli("challenge export omnidex-demo --output board.md", "not as .md", "End the name in .json."),
  ...["withdraw", "rescore", "runs update --notes mine", "run", "levels", "errors"].map((command) =>
    cli(`${command} demo-lage`, "There is no run or model 'demo-lage'.", "Did you mean 'demo-large'?"),
  ),
  cli("label-errors demo-lage labels.csv", "There is no run or model 'demo-lage'.", "Did you mean 'demo-large'?"),
  cli("compare gpt4o demo-large", "There is no run or model 'gpt4o'.", "'omnidex runs' lists them."),
  cli(`questions --filter {"tasks":[]}`, "--filter", "An empty list matches nothing. Leave 'tasks' out"),
];

function filter(text: string, place: string, says: string): Mistake {
  return { asked: questions(text), code: "INVALID_FILTER", place: `filter.${place}`, says };
}
function named(field: string, place: string, says: string): Mistake {
  return { asked: `{ ${field} }`, code: "INVALID_FILTER", place, says };
}
function missing(field: string, place: string): Mistake {
  return { asked: `{ ${field} }`, code: "NOT_FOUND", place, says: "Did you mean 'omnidex-demo'?" };
}
function exported(text: string, place: string, says: string): Mistake {
  return { asked: `/export/questions.ndjson?filter=${text}`, code: "INVALID_FILTER", place, says };
}
function cli(line: string, place: string, says: string): Mistake {
  return { asked: line, code: "2", place, says };
}
