import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { llmsText } from "../../mcp/llms-text.ts";
import { docsFolder } from "../config/project-root.ts";
import { typeDefs } from "../generated/schema-sdl.ts";
import type { AppEnvironment } from "./app-environment.ts";

/** The documentation in the version of this server, for agents and for machines without the internet. */
export function textRoutes(): Hono<AppEnvironment> {
  const folder = docsFolder();
  const pages = new Set(existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".md")) : []);
  return new Hono<AppEnvironment>()
    .get("/llms.txt", (c) => c.text(llmsText(new URL(c.req.url).origin)))
    .get("/schema.graphql", (c) => c.text(typeDefs))
    .get("/docs/:page", async (c, next) => {
      const page = c.req.param("page");
      if (!pages.has(page)) return next();
      return c.body(await readFile(join(folder, page), "utf8"), 200, {
        "content-type": "text/markdown; charset=utf-8",
      });
    });
}
