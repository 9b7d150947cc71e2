import { Hono } from "hono";
import { within } from "../db/within.ts";
import { pingDatabase } from "../upkeep/health-queries.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";

/** The most time that the database may take to answer, in milliseconds. Load balancers do not wait long. */
const PATIENCE = 900;

/**
 * `/live` succeeds if the process answers. `/ready` succeeds if the database also answers within 0.9 s and the server
 * is not draining.
 */
export const healthRoutes = ({
  database,
  log,
  shutdown,
}: Pick<AppServices, "database" | "log" | "shutdown">): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>()
    .get("/live", (c) => c.json({ status: "live" }))
    .get("/ready", async (c) => {
      if (shutdown.begun) return errorResponse(c, 503, "UNAVAILABLE", "The server is shutting down.");
      try {
        await within(PATIENCE, pingDatabase(database));
        return c.json({ status: "ready" });
      } catch (error) {
        log(c.get("requestId"), error);
        return errorResponse(c, 503, "UNAVAILABLE", "The database does not answer.");
      }
    });
