import { type Context, Hono } from "hono";
import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import { fetchSigningKeys } from "../benchmarks/final-board-queries.ts";
import { storageFullOr } from "../db/database-error.ts";
import { EXPORT_COST } from "../graphql/plan/request-cost.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { readBodies } from "./body-limits.ts";
import { allowedMethods, crossOrigin } from "./cross-origin.ts";
import { dashboardAssets, dashboardPage, wantsPage } from "./dashboard-routes.ts";
import { errorResponse } from "./error-response.ts";
import { croissantResponse } from "./exports/benchmark-routes.ts";
import { exportRoutes } from "./exports/export-routes.ts";
import { graphqlHandler } from "./graphql-handler.ts";
import { healthRoutes, metricsRoutes } from "./health-routes.ts";
import { importRoutes } from "./import-routes.ts";
import { limitRequests, limitWork } from "./limits/limit-middleware.ts";
import { maintenanceRoutes } from "./maintenance-routes.ts";
import { mcpRoutes } from "./mcp-routes.ts";
import { preconditions } from "./preconditions.ts";
import { pythonRoutes } from "./python-routes.ts";
import { readRoutes } from "./read-routes.ts";
import { confirmedViewer, keptOnlyIfAllowed, requestRecord, viewerFromKey } from "./request-middleware.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { tableRoutes } from "./table-routes.ts";
import { textRoutes } from "./text-routes.ts";

/** The app with all HTTP routes. */
export function createApp(services: AppServices): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  app.use(requestRecord);
  app.use(keptOnlyIfAllowed);
  app.use(preconditions);
  app.route("/assets", dashboardAssets());
  app.route("/python", pythonRoutes());
  app.get("/python/", (c) => c.redirect("/python", 308));
  app.route("/", textRoutes());
  app.use(crossOrigin(services.corsOrigins, services.log));
  app.use(viewerFromKey(services.viewers, services.limits));
  app.use(limitRequests(services.limits));
  app.get("/graphql", async (c, next) =>
    wantsPage(c) ? ((await dashboardPage(c, "graphiql.html")) ?? next()) : next(),
  );
  app.on(["GET", "POST"], "/graphql", readBodies(), graphqlHandler(services));
  app.route("/mcp", mcpRoutes(services, app.fetch));
  app.route("/tables", tableRoutes(app.fetch));
  app.get("/sign-in", async (c, next) => (await pageFor(c)) ?? next());
  app.route("/sign-in", signInRoutes(services));
  app.route("/health", healthRoutes(services));
  app.route("/metrics", metricsRoutes(services));
  app.use("/import/*", confirmedViewer(services.viewers), limitWork(0));
  app.route("/import", importRoutes(services));
  app.use("/read/*", limitWork(EXPORT_COST));
  app.route("/read", readRoutes(services));
  app.use("/export/*", limitWork(EXPORT_COST));
  app.route("/export", exportRoutes(services));
  app.use("/maintenance/*", confirmedViewer(services.viewers));
  app.route("/maintenance", maintenanceRoutes(services));
  app.get("/croissant/:benchmark", limitWork(EXPORT_COST), (c) => croissantResponse(c, services));
  app.get("/.well-known/jwks.json", async (c) => c.json(keySet(await fetchSigningKeys(services.database))));
  app.get(
    "/",
    // `Vary` keeps caches from serving the JSON to browsers, or the page to programs.
    async (c) =>
      (await pageFor(c)) ??
      c.json({ name: "Omnidex", version: services.version, graphql: "/graphql" }, 200, { vary: "accept" }),
  );
  const methodsAt = allowedMethods(app);
  app.notFound(async (c) => (await pageFor(c)) ?? noRoute(c, methodsAt(c.req.path)));
  app.onError((thrown, c) => {
    const error = storageFullOr(thrown);
    if (error instanceof OmnidexError && (error.code === "UNAVAILABLE" || error.code === "STORAGE_FULL"))
      services.log(c.get("requestId"), error.cause ?? error);
    if (error instanceof OmnidexError)
      return errorResponse(c, STATUS[error.code], error.code, error.message, error.details);
    services.log(c.get("requestId"), error);
    return errorResponse(
      c,
      500,
      "INTERNAL",
      "Something went wrong on the server. Find the request id in the server's log.",
    );
  });
  return app;
}

/** The keys with which final boards are signed, as a JSON Web Key Set (RFC 7517, RFC 8037). */
const keySet = (keys: readonly { readonly id: string; readonly publicKey: string }[]) => ({
  keys: keys.map(({ id, publicKey }) => ({
    kty: "OKP",
    crv: "Ed25519",
    x: publicKey,
    kid: id,
    use: "sig",
    alg: "EdDSA",
  })),
});

/** The error for a path with nothing behind it, such as an asset's that does not exist, or no route for the method. */
function noRoute(c: Context<AppEnvironment>, allowed: readonly string[]): Response {
  const { method, path } = c.req;
  if (allowed.length === 0 || allowed.includes(method))
    return errorResponse(c, 404, "NOT_FOUND", `There is nothing at ${method} ${path}.`);
  const methods = allowed.join(", ");
  c.header("allow", methods);
  return errorResponse(c, 405, "BAD_USER_INPUT", `${method} is not possible at ${path}. Allowed: ${methods}.`);
}

/** The dashboard's page, if a browser opens this address; null for a request by a program. */
const pageFor = async (c: Context<AppEnvironment>): Promise<Response | null> =>
  wantsPage(c) ? dashboardPage(c) : null;

const STATUS = {
  BAD_USER_INPUT: 400,
  INVALID_FILTER: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  QUOTA_EXCEEDED: 429,
  RATE_LIMITED: 429,
  COST_LIMIT_EXCEEDED: 400,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
  INTERNAL: 500,
} as const satisfies Record<ErrorCode, number>;
