import type { Context } from "hono";
import type { ExportReader } from "../../services/exports/question-export.ts";
import type { AppEnvironment, AppServices } from "../app-environment.ts";
import { RequestServices } from "../request-services.ts";

/** The database and viewer of an export, which are those of a query in the same request. */
export function exportReader(c: Context<AppEnvironment>, services: AppServices): ExportReader {
  const viewer = c.get("viewer");
  const { database } = new RequestServices(services, viewer, c.get("record"));
  return { database, memory: services.memory, viewer };
}
