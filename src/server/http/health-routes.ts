import { Hono } from "hono";
import { pingDatabase } from "../data/health-queries.ts";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";

/** `/live`: the process answers. `/ready`: so does its database. */
export const healthRoutes = ({ database, log }: Pick<AppServices, "database" | "log">): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>()
    .get("/live", (c) => c.json({ status: "live" }))
    .get("/ready", async (c) => {
      try {
        await pingDatabase(database);
        return c.json({ status: "ready" });
      } catch (error) {
        log(c.get("requestId"), error);
        return errorResponse(c, 503, "UNAVAILABLE", "The database does not answer.");
      }
    });
