import { Hono } from "hono";
import type { AppEnvironment, AppServices } from "../app-environment.ts";
import { auditLogResponse } from "./audit-log-route.ts";
import { benchmarkResponse } from "./benchmark-routes.ts";
import { questionsResponse } from "./question-routes.ts";
import { runResponse } from "./run-routes.ts";

/** The routes under `/export`. */
export const exportRoutes = (services: AppServices): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>()
    .get("/benchmarks/:file", (c) => benchmarkResponse(c, services))
    .get("/runs/:id", (c) => runResponse(c, services))
    .get("/audit.ndjson", (c) => auditLogResponse(c, services))
    .get("/:file", (c) => questionsResponse(c, services));
