/**
 * The rooms of src/, and the directions of imports: a room imports only rooms that stand before it in this list, so no two
 * rooms import each other, by whatever way. `npm run layers` fails on anything else, for types as for values, and on any
 * cycle of files or of folders (a folder with its subfolders counts as one). test/conventions/layers.test.ts shows that it does.
 */
const ROOMS = [
  "domain",
  "prompts",
  "reading",
  "scoring",
  "formats",
  "sdk",
  "submitting",
  "tables",
  "mcp",
  "server/config",
  "server/telemetry",
  "server/db",
  "server/limits",
  "server/workers",
  "server/conditions",
  "server/memory",
  "server/access",
  "server/benchmarks",
  "server/boards",
  "server/runs",
  "server/items",
  "server/hosting",
  "server/upkeep",
  "server/graphql",
  "server/http",
  "dashboard",
  "cli",
];

/** Rooms that may import less than the order allows. */
const ONLY = {
  prompts: ["domain"],
  reading: ["domain"],
  formats: ["domain"],
  "server/config": [],
  "server/telemetry": ["domain", "server/config"],
  "server/db": ["domain", "server/config", "server/telemetry"],
  // The slice language and the rule for partial runs are the server's own code. The package includes their files: docs/decisions/0016-sdk.md.
  sdk: ["domain/slice", "domain/backoff.ts", "domain/errors.ts", "domain/json-text.ts", "domain/partial.ts"],
  // What the CLI and the dashboard share: from a result file to a run on a server, through the SDK.
  submitting: ["sdk", "domain", "formats"],
  // Tables of results, asked for through the client.
  tables: ["sdk", "domain", "formats"],
  // The tools know the data only through the client.
  mcp: ["sdk", "domain", "formats", "submitting", "tables"],
  // The vocabulary, the readers of files and the writers are pure: the browser reads a file before it is sent.
  dashboard: ["sdk", "domain", "formats", "submitting"],
  // The CLI is a program of its own: it starts the server, reads the lock that names its address, and does without a server
  // what an operator does.
  cli: [
    "sdk",
    "domain",
    "formats",
    "submitting",
    "tables",
    "mcp",
    "server/config",
    "server/telemetry",
    "server/workers",
    "server/benchmarks",
    "server/upkeep",
    "server/db/data-folder-lock.ts",
    "server/main.ts",
  ],
};

/** Leaves: what they add to runs and boards is put together above them. */
const LEAVES = {
  // In the server, only the endpoints of tools and tables are clients of the server's own API.
  sdk: ["submitting", "tables", "mcp", "server/http", "dashboard", "cli"],
  submitting: ["mcp", "server/http", "dashboard", "cli"],
  tables: ["mcp", "server/http", "cli"],
  mcp: ["server/http", "cli"],
  "server/items": ["server/graphql", "server/app-services.ts"],
  "server/hosting": ["server/graphql", "server/http", "server/main.ts", "server/app-services.ts"],
};

/** Types made from the schema: anyone in the server may import them, and what they import is the generator's affair. */
const GENERATED = "server/generated";

const isServer = (part) => part.startsWith("server/");
const pattern = (part) => `^src/${part.replace(".", "\\.")}${part.endsWith(".ts") ? "$" : "/"}`;

function layer(room, place) {
  const others = ONLY[room] ?? ROOMS.slice(0, place);
  const allowed = [room, ...others, ...(isServer(room) ? [GENERATED] : [])];
  return {
    name: `imports-of-${room.replace("server/", "")}`,
    severity: "error",
    comment: `src/${room} may import of src/ only itself and: ${others.join(", ") || "nothing"}.`,
    from: { path: pattern(room) },
    to: { path: "^src/", pathNot: allowed.map(pattern) },
  };
}

const leaf = ([room, users]) => ({
  name: `leaf-${room.replace("server/", "")}`,
  severity: "error",
  comment: `src/${room} is a leaf: only ${users.join(", ")} may import it.`,
  from: { path: "^src/", pathNot: [room, ...users].map(pattern) },
  to: { path: pattern(room) },
});

/** Packages and modules of Node that only some parts may import. */
const reserved = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });
const within = (parts) => ({ path: parts.map(pattern) });
const except = (parts) => ({ path: "^src/", pathNot: [...parts, GENERATED].map(pattern) });

/** They are loaded where the program runs from its sources, and are in no bundle. */
const SOURCE_ONLY = "(reading-worker|import-reader)-source\\.mjs$";
const exceptSources = (from) => ({ ...from, pathNot: [...from.pathNot, SOURCE_ONLY] });

const NPM = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"];
const PACKAGES = { dependencyTypes: NPM };
const OUTSIDE = { dependencyTypes: [...NPM, "core"] };
const IO = { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" };
const SQL = { path: "node_modules/(drizzle-orm|pg|postgres|@electric-sql/pglite)/" };
/** Files of SQL, wherever their room is: `*-queries.ts`, `*-writes.ts` and the conditions, expressions and locks that they share. */
const SQL_FILES =
  "^src/server/(db/|graphql/plan/|conditions/|.*-(queries|writes|leases|locks|rules|tables|scoring)\\.ts$)";
const GRAPHQL = { path: "node_modules/(graphql|@apollo/server|@graphql-tools/[^/]+)/" };
// The SDK has a stricter rule of its own.
const GRAPHQL_PARTS = ["server/graphql", "server/http", "sdk"];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...ROOMS.map(layer),
    ...Object.entries(LEAVES).map(leaf),
    {
      name: "in-a-layer",
      severity: "error",
      comment: "A new room of src/ needs its place in .dependency-cruiser.cjs.",
      from: { path: "^src/" },
      to: {
        path: "^src/",
        pathNot: [...ROOMS, GENERATED, "server/main.ts", "server/app-services.ts"].map(pattern),
      },
    },
    reserved("nothing-outside-sdk", "The SDK is published alone and runs in browsers.", within(["sdk"]), OUTSIDE),
    reserved("domain-has-no-packages", "The vocabulary depends on nothing.", within(["domain"]), PACKAGES),
    reserved(
      "pure",
      "The vocabulary, the prompts, the reading and the scoring do no IO; a hash is none.",
      within(["domain", "reading", "scoring", "prompts"]),
      IO,
    ),
    reserved(
      "files-in-one-place",
      "Of the formats, only formats/files reads files: the others get their content.",
      { path: pattern("formats"), pathNot: pattern("formats/files") },
      IO,
    ),
    reserved(
      "sql-in-few-places",
      "The only SQL is in files that their names tell, in what the plan makes, and in db/.",
      { path: "^src/", pathNot: [SQL_FILES, pattern(GENERATED)] },
      SQL,
    ),
    reserved("graphql-above-data", "Below the room of GraphQL nothing knows of it.", except(GRAPHQL_PARTS), GRAPHQL),
    reserved(
      "no-development-packages",
      "The program runs without devDependencies.",
      exceptSources(except(["dashboard"])),
      { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "node_modules/@types/" },
    ),
    {
      name: "no-cycles",
      severity: "error",
      comment: "Whoever reads one of two modules that import each other, if only types, has to read both.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-folder-cycles",
      severity: "error",
      comment: "Whoever reads one of two folders that import each other has to read both.",
      scope: "folder",
      from: { path: "^src/" },
      to: { circular: true },
    },
    {
      name: "bench-above-scripts",
      severity: "error",
      comment: "bench/ may use what scripts/ starts, and not the other way round.",
      from: { path: "^scripts/" },
      to: { path: "^bench/" },
    },
    {
      name: "resolvable",
      severity: "error",
      comment:
        "The import leads nowhere. The peers of the benchmark have their packages only where they were installed.",
      from: { pathNot: "^bench/servers/peers/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // What `npm run bench` has bundled.
    exclude: { path: "^bench/dist/" },
    // "specify" tells imports of types from others, which TypeScript removes before anything runs.
    tsPreCompilationDeps: "specify",
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
