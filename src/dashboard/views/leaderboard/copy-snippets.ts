import type { Dimension } from "../../../sdk/index.ts";
import type { BoardRequest } from "../../data/queries.ts";
import { isEmpty } from "../../slices/filter-edit.ts";

/** The request of a leaderboard, and the dimension of its columns if it has columns. */
export interface Asked extends BoardRequest {
  readonly by: Dimension | null;
}

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
]);

const enumLiteral = (value: unknown): string =>
  Array.isArray(value) ? `[${value.join(", ")}]` : typeof value === "object" ? literal(value) : String(value);

/** The same leaderboard as a GraphQL document. */
export function graphqlSnippet({ benchmark, filter, runs, published, partial, by }: Asked): string {
  const args = [
    `benchmark: ${JSON.stringify(benchmark)}`,
    ...(by === null ? [] : [`by: [${by}]`]),
    ...(isEmpty(filter) ? [] : [`filter: ${literal(filter)}`]),
    ...(isEmpty(runs) ? [] : [`runs: ${literal(runs)}`]),
    ...(published ? [] : ["published: false"]),
    ...(partial ? ["partial: true"] : []),
    "first: 100",
  ].join(", ");
  const score = "score { n standardError interval { lower upper } }";
  const cell = `value rank tiesWithBest ... on ScoreTableRunCell { ${score} }`;
  if (by === null)
    return `{\n  leaderboard(${args}) {\n    nodes { rank rankRange { best worst } model { name } inputs value ... on RankedRun { ${score} } }\n  }\n}\n`;
  return `{\n  scoreTable(${args}) {\n    columns { keys { label } questions }\n    nodes { model { name } inputs overall { ${cell} } cells { ${cell} } }\n  }\n}\n`;
}

/** The same leaderboard as a call of the SDK. */
export function sdkSnippet({ benchmark, filter, runs, published, partial, by }: Asked, origin: string): string {
  const options = [
    ...(by === null ? [] : [`by: ["${by}"]`]),
    ...(isEmpty(filter) ? [] : [`filter: ${JSON.stringify(filter)}`]),
    ...(isEmpty(runs) ? [] : [`runs: ${JSON.stringify(runs)}`]),
    ...(published ? [] : ["published: false"]),
    ...(partial ? ["partial: true"] : []),
  ];
  const rest = options.length === 0 ? "" : `, { ${options.join(", ")} }`;
  const head = `import { Omnidex } from "@omnidex/sdk";\n\nconst omnidex = new Omnidex({ url: "${origin}" });\n`;
  if (by === null)
    return `${head}for await (const { rank, model, value } of omnidex.leaderboard("${benchmark}"${rest}))\n  console.log(rank, model.name, value);\n`;
  return `${head}for await (const { model, cells } of omnidex.scoreTable("${benchmark}"${rest}))\n  console.log(model.name, ...cells.map((cell) => cell?.value));\n`;
}

/** The same leaderboard as a command of the CLI. */
export function cliSnippet({ benchmark, filter, runs, published, partial, by }: Asked, origin: string): string {
  const options = [
    ...(by === null ? [] : [`--by ${by.toLowerCase().replaceAll("_", "-")}`]),
    ...(isEmpty(filter) ? [] : [`--filter ${quoted(JSON.stringify(filter))}`]),
    ...(runs.openEnded === true ? ["--open-ended"] : []),
    ...(published ? [] : ["--no-published"]),
    ...(partial ? ["--partial"] : []),
  ];
  return [`OMNIDEX_URL=${origin} npx omnidex leaderboard ${quoted(benchmark)}`, ...options].join(" ");
}

/** Quotes a word for a POSIX shell. */
const quoted = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
