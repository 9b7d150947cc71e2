/**
 * The directions of imports: what each part of src/ may import of the others. `npm run layers` fails on anything else,
 * for types as for values, and on any cycle of either. test/conventions/layers.test.ts shows that it does.
 */
const DATABASE = ["domain", "server/db"];
const DATA = [...DATABASE, "server/data"];
const RESOLVED = [
  "domain",
  "prompts",
  "server/data",
  "server/catalog",
  "server/plan",
  "server/loaders",
  "server/services",
  "server/limits",
];

/** Part of src/ → the other parts that it may import. A folder may always import itself. */
const ALLOWED = {
  domain: [],
  scoring: ["domain"],
  importers: ["domain"],
  prompts: ["domain"],
  exporters: ["domain"],
  "server/db": ["domain"],
  "server/data": DATABASE,
  "server/limits": DATABASE,
  "server/catalog": [...DATA, "scoring", "prompts"],
  "server/plan": [...DATA, "server/catalog", "prompts"],
  "server/loaders": [...DATA, "server/plan"],
  "server/services": [...DATA, "server/catalog", "scoring", "importers", "exporters"],
  "server/resolvers": RESOLVED,
  "server/graphql": [...RESOLVED, "server/db", "server/resolvers"],
  "server/answers": [...RESOLVED, "server/db", "server/resolvers"],
  "server/http": [...RESOLVED, "exporters", "server/db", "server/resolvers", "server/graphql", "server/answers"],
  // The slice language and the rule for partial runs are the server's own code. The package includes their files: docs/decisions/0016-slices-in-the-sdk.md.
  sdk: ["domain/slice", "domain/backoff.ts", "domain/errors.ts", "domain/json-text.ts", "domain/partial.ts"],
  // What the CLI and the dashboard share: from a result file to a run on a server, through the SDK.
  submitting: ["sdk", "domain", "importers"],
  // The vocabulary, the readers of result files and the writers are pure: the browser reads a file before it is sent.
  dashboard: ["sdk", "domain", "importers", "exporters", "submitting"],
  // The CLI is a program of its own: it starts the server, and reads the lock that names the server's address. The
  // readers of result files, the writers of files and the vocabulary are pure.
  cli: [
    "sdk",
    "domain",
    "importers",
    "exporters",
    "submitting",
    "server/services",
    "server/db/data-folder-lock.ts",
    "server/main.ts",
  ],
};

/** Leaves beside the server's folders that any of them may read, and the CLI with them. */
const SERVER_LEAVES = ["server/config", "server/project-root.ts", "server/telemetry"];
/** Types made from the schema: anyone in the server may import them, and what they import is the generator's affair. */
const GENERATED = "server/generated";

const isServer = (part) => part.startsWith("server/");
const pattern = (part) => `^src/${part.replace(".", "\\.")}${part.endsWith(".ts") ? "$" : "/"}`;

function layer([part, others]) {
  const shared = isServer(part) ? [...SERVER_LEAVES, GENERATED] : part === "cli" ? SERVER_LEAVES : [];
  return {
    name: `imports-of-${part.replace("server/", "")}`,
    severity: "error",
    comment: `src/${part} may import of src/ only itself and: ${[...others, ...shared].join(", ") || "nothing"}.`,
    from: { path: pattern(part) },
    to: { path: "^src/", pathNot: [part, ...others, ...shared].map(pattern) },
  };
}

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
const SQL_PARTS = ["server/db", "server/data", "server/plan"];
const GRAPHQL = { path: "node_modules/(graphql|@apollo/server|@graphql-tools/[^/]+)/" };
// The SDK has a stricter rule of its own.
const GRAPHQL_PARTS = [
  "server/plan",
  "server/loaders",
  "server/resolvers",
  "server/answers",
  "server/graphql",
  "server/http",
  "sdk",
];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(ALLOWED).map(layer),
    {
      name: "imports-of-server-leaves",
      severity: "error",
      comment: "What every part of the server may read must not read the server.",
      from: { path: SERVER_LEAVES.map(pattern) },
      to: { path: "^src/", pathNot: ["domain", ...SERVER_LEAVES].map(pattern) },
    },
    {
      name: "in-a-layer",
      severity: "error",
      comment: "A new part of src/ needs a line in .dependency-cruiser.cjs.",
      from: { path: "^src/" },
      to: {
        path: "^src/",
        pathNot: [...Object.keys(ALLOWED), ...SERVER_LEAVES, GENERATED, "server/main.ts", "server/app-services.ts"].map(
          pattern,
        ),
      },
    },
    reserved("nothing-outside-sdk", "The SDK is published alone and runs in browsers.", within(["sdk"]), OUTSIDE),
    reserved("domain-has-no-packages", "The vocabulary depends on nothing.", within(["domain"]), PACKAGES),
    reserved(
      "pure",
      "The vocabulary, the scoring, the prompts and the exporters do no IO; a hash is none.",
      within(["domain", "scoring", "prompts", "exporters"]),
      IO,
    ),
    reserved("sql-in-few-places", "The only SQL is in data/, in what plan/ makes, and in db/.", except(SQL_PARTS), SQL),
    reserved("graphql-above-data", "Below plan/ nothing knows of GraphQL.", except(GRAPHQL_PARTS), GRAPHQL),
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
