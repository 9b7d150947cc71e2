import { Hono } from "hono";
import type { AppEnvironment, AppServices } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";

/** `GET /metrics`, for administrators. */
export const metricsRoutes = ({ metrics }: Pick<AppServices, "metrics">): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>().get("/", async (c) => {
    if (!c.get("viewer").admin)
      return errorResponse(
        c,
        403,
        "FORBIDDEN",
        "Metrics need an administrator's key here; OMNIDEX_METRICS_PORT serves them without one at an address of its own.",
      );
    return c.body(await metrics.text(), 200, { "content-type": metrics.contentType });
  });
