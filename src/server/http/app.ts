import { Hono } from "hono";
import { cors } from "hono/cors";
import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import { storageFullOr } from "../db/database-error.ts";
import { EXPORT_COST } from "../plan/request-cost.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { readBodies } from "./body-limits.ts";
import { errorResponse } from "./error-response.ts";
import { croissantResponse } from "./exports/benchmark-routes.ts";
import { exportRoutes } from "./exports/export-routes.ts";
import { graphqlHandler } from "./graphql-handler.ts";
import { healthRoutes } from "./health-routes.ts";
import { importRoutes } from "./import-routes.ts";
import { limitRequests, limitWork } from "./limits/limit-middleware.ts";
import { maintenanceRoutes } from "./maintenance-routes.ts";
import { metricsRoutes } from "./metrics-endpoint.ts";
import { requestRecord, viewerFromKey } from "./request-middleware.ts";

/** The whole HTTP surface. It is stateless. */
export function createApp(services: AppServices): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  app.use(requestRecord);
  if (services.corsOrigins.length > 0) app.use(crossOrigin(services.corsOrigins));
  app.use(viewerFromKey(services.viewers, services.limits));
  app.use(limitRequests(services.limits));
  app.on(["GET", "POST"], "/graphql", readBodies(), graphqlHandler(services));
  app.route("/health", healthRoutes(services));
  app.route("/metrics", metricsRoutes(services));
  app.use("/import/*", limitWork(0));
  app.route("/import", importRoutes(services));
  app.use("/export/*", limitWork(EXPORT_COST));
  app.route("/export", exportRoutes(services));
  app.route("/maintenance", maintenanceRoutes(services));
  app.get("/croissant/:benchmark", limitWork(EXPORT_COST), (c) => croissantResponse(c, services));
  app.get("/", (c) => c.json({ name: "Omnidex", version: services.version, graphql: "/graphql" }));
  app.notFound((c) => errorResponse(c, 404, "NOT_FOUND", `There is nothing at ${c.req.method} ${c.req.path}.`));
  app.onError((thrown, c) => {
    const error = storageFullOr(thrown);
    if (error instanceof OmnidexError && (error.code === "UNAVAILABLE" || error.code === "STORAGE_FULL"))
      services.log(c.get("requestId"), error.cause ?? error);
    if (error instanceof OmnidexError)
      return errorResponse(c, STATUS[error.code], error.code, error.message, error.details);
    services.log(c.get("requestId"), error);
    return errorResponse(c, 500, "INTERNAL", "Something went wrong on the server. The request id leads to its log.");
  });
  return app;
}

const STATUS = {
  BAD_USER_INPUT: 400,
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

const crossOrigin = (origins: readonly string[]) =>
  cors({
    origin: origins.includes("*") ? "*" : [...origins],
    allowHeaders: ["authorization", "content-type", "x-request-id"],
    exposeHeaders: [
      "x-request-id",
      "retry-after",
      "accept-ranges",
      "content-range",
      "etag",
      "x-data-license",
      "x-export-folder",
      "x-export-warnings",
      "x-omnidex-cost",
      "ratelimit",
      "ratelimit-policy",
    ],
    maxAge: 600,
  });
