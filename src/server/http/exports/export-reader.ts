import type { Context } from "hono";
import type { ExportReader } from "../../services/exports/question-export.ts";
import type { AppEnvironment, AppServices } from "../app-environment.ts";
import { RequestServices } from "../request-services.ts";

/** What an export reads with: the same database, for the same eyes, as a query of this request would. */
export function exportReader(c: Context<AppEnvironment>, services: AppServices): ExportReader {
  const viewer = c.get("viewer");
  const { database } = new RequestServices(services, viewer, c.get("record"));
  return { database, memory: services.memory, viewer };
}
