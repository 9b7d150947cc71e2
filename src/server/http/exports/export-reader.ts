import type { Context } from "hono";
import type { ExportReader } from "../../benchmarks/question-export.ts";
import type { AppEnvironment, AppServices } from "../app-environment.ts";
import { RequestServices } from "../request-services.ts";

/**
 * The viewer and the data sources of an export. As for GraphQL, a request with an API key reads the primary database;
 * other requests may read a replica.
 */
export function exportReader(c: Context<AppEnvironment>, services: AppServices): ExportReader {
  const viewer = c.get("viewer");
  const { database } = new RequestServices(services, viewer, c.get("record"));
  return { database, memory: services.memory, viewer, room: services.exportRoom };
}
