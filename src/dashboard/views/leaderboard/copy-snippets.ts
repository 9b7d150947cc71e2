import { RUN_CONDITION_NAMES, runCondition } from "../../../domain/run-filter.ts";
import type { LeaderboardOrder } from "../../../sdk/index.ts";
import { isEmpty } from "../../slices/filter-edit.ts";
import type { Asked } from "./board-query.ts";
import { type ColumnSort, isApiOrder } from "./column-sort.tsx";

/** The largest page that the API allows. */
const MOST_ROWS = 1_000;

/** The order as the API names it. Null for the default, best first; undefined if the API cannot order by the column. */
function apiOrder(sort: ColumnSort): LeaderboardOrder | null | undefined {
  const { column, direction } = sort;
  if (isApiOrder(sort)) return null;
  if (column === "model") return { field: "MODEL", direction: direction === "asc" ? "ASC" : "DESC" };
  if (column === "all" || column === "rank") return { field: "SCORE", direction: "ASC" };
  return undefined;
}

/** A comment in the copied code. It states the order of the rows on the page, because the code does not request it. */
const orderRemark = ({ column, direction }: ColumnSort, mark: string): string =>
  `${mark} The page sorts these rows by ${column}, ${direction === "asc" ? "ascending" : "descending"}.\n`;

/** A value as a GraphQL literal. Enum values are written without quotes. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, part]) => `${name}: ${ENUM_FIELDS.has(name) ? enumLiteral(part) : literal(part)}`)
      .join(", ")} }`;
  return JSON.stringify(value);
}

/** The fields of filters whose values are enums. */
const ENUM_FIELDS: ReadonlySet<string> = new Set([
  "levels",
  "any",
  "all",
  "none",
  "dominances",
  "stepModalities",
  "answerFormats",
  "inputs",
]);

const enumLiteral = (value: unknown): string =>
  Array.isArray(value) ? `[${value.join(", ")}]` : typeof value === "object" ? literal(value) : String(value);

/** The same leaderboard as a GraphQL document. A comment names what the document leaves out. */
export function graphqlSnippet(asked: Asked, sort: ColumnSort, total: number): string {
  const { benchmark, filter, runs, published, partial, by } = asked;
  const order = apiOrder(sort);
  const args = [
    `benchmark: ${JSON.stringify(benchmark)}`,
    ...(by === null ? [] : [`by: [${by}]`]),
    ...(isEmpty(filter) ? [] : [`filter: ${literal(filter)}`]),
    ...(order ? [`orderBy: { field: ${order.field}, direction: ${order.direction} }`] : []),
    ...(isEmpty(runs) ? [] : [`runs: ${literal(runs)}`]),
    ...(published ? [] : ["published: false"]),
    ...(partial ? ["partial: true"] : []),
    `first: ${Math.min(MOST_ROWS, Math.max(1, total))}`,
  ].join(", ");
  const head =
    (order === undefined ? orderRemark(sort, "#") : "") +
    (total > MOST_ROWS ? `# The first ${MOST_ROWS} of ${total} rows; for the next, pass endCursor as after.\n` : "");
  const paging = total > MOST_ROWS ? "\n    pageInfo { hasNextPage endCursor }" : "";
  const score = "score { n standardError interval { lower upper } }";
  const cell = `value rank tiesWithBest ... on ScoreTableRunCell { ${score} }`;
  if (by === null)
    return `${head}{\n  leaderboard(${args}) {\n    nodes { rank rankRange { best worst } model { name } inputs value ... on RankedRun { ${score} } }${paging}\n  }\n}\n`;
  return `${head}{\n  scoreTable(${args}) {\n    columns { keys { label } questions }\n    nodes { model { name } inputs overall { ${cell} } cells { ${cell} } }${paging}\n  }\n}\n`;
}

/** The same leaderboard as a call of the SDK, which fetches all rows. */
export function sdkSnippet(asked: Asked, sort: ColumnSort, origin: string): string {
  const { benchmark, filter, runs, published, partial, by } = asked;
  const order = apiOrder(sort);
  const options = [
    ...(by === null ? [] : [`by: ["${by}"]`]),
    ...(isEmpty(filter) ? [] : [`filter: ${JSON.stringify(filter)}`]),
    ...(order ? [`orderBy: ${JSON.stringify(order)}`] : []),
    ...(isEmpty(runs) ? [] : [`runs: ${JSON.stringify(runs)}`]),
    ...(published ? [] : ["published: false"]),
    ...(partial ? ["partial: true"] : []),
  ];
  const rest = options.length === 0 ? "" : `, { ${options.join(", ")} }`;
  const slug = JSON.stringify(benchmark);
  const head = `import { Omnidex } from "@omnidex/sdk";\n\nconst omnidex = new Omnidex({ url: "${origin}" });\n${order === undefined ? orderRemark(sort, "//") : ""}`;
  if (by === null)
    return `${head}for await (const { rank, model, value } of omnidex.leaderboard(${slug}${rest}))\n  console.log(rank, model.name, value);\n`;
  return `${head}for await (const { model, cells } of omnidex.scoreTable(${slug}${rest}))\n  console.log(model.name, ...cells.map((cell) => cell?.value));\n`;
}

/** The number of rows that `omnidex leaderboard` prints without `--limit`. */
const CLI_LIMIT = 30;

/** The same leaderboard as a command of the CLI, which prints it best first. */
export function cliSnippet(asked: Asked, sort: ColumnSort, total: number, origin: string): string {
  const { benchmark, filter, runs, published, partial, by } = asked;
  const options = [
    ...(by === null ? [] : [`--by ${by.toLowerCase().replaceAll("_", "-")}`]),
    ...(isEmpty(filter) ? [] : [`--filter ${quoted(JSON.stringify(filter))}`]),
    ...runOptions(runs),
    ...(published ? [] : ["--no-published"]),
    ...(partial ? ["--partial"] : []),
    ...(total > CLI_LIMIT ? [`--limit ${total}`] : []),
  ];
  const command = [`OMNIDEX_URL=${origin} omnidex leaderboard ${quoted(benchmark)}`, ...options].join(" ");
  return isApiOrder(sort) ? command : `${orderRemark(sort, "#")}${command}`;
}

/** The options for the runs that a leaderboard selects. */
const runOptions = (runs: Asked["runs"]): readonly string[] =>
  RUN_CONDITION_NAMES.flatMap((name) => {
    const { option, values } = runCondition(name);
    const value = runs[name];
    // A leaderboard leaves out the runs that were asked without options unless it is asked for them.
    if (option === undefined || value == null || (name === "openEnded" && value === false)) return [];
    if (typeof value === "boolean") return [`--${value ? "" : "no-"}${option}`];
    const [word = ""] = option.split(" ");
    if (typeof value === "object" && "gte" in value)
      return [`--min-${word} ${value.gte}`, `--max-${word} ${value.lte}`];
    const list = [value].flat().map(String);
    return values === undefined
      ? list.map((each) => `${word} ${quoted(each)}`)
      : [`${word} ${list.join().toLowerCase()}`];
  });

/** Quotes a word for a POSIX shell. */
const quoted = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
