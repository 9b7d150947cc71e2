import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { html } from "hono/html";
import { pythonFolder } from "../config/project-root.ts";
import type { AppEnvironment } from "./app-environment.ts";

interface Wheel {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
}

/**
 * The Python client in the version of this server, as an index that pip reads: `pip install omnidex --index-url
 * http://host:4000/python/`, or the wheel by its address.
 * @see https://packaging.python.org/en/latest/specifications/simple-repository-api/
 */
export function pythonRoutes(): Hono<AppEnvironment> {
  const wheels = readWheels();
  const routes = new Hono<AppEnvironment>();
  const page = (links: readonly (readonly [address: string, name: string])[]) => html`<!doctype html>
<html>
  <head><meta name="pypi:repository-version" content="1.0"><title>Omnidex for Python</title></head>
  <body>${links.map(([address, name]) => html`<a href="${address}">${name}</a><br>`)}</body>
</html>
`;
  routes.get("/", (c) => c.html(page([["/python/omnidex/", "omnidex"]])));
  routes.get("/omnidex/", (c) => c.html(page(wheels.map(({ name, sha256 }) => [`../${name}#sha256=${sha256}`, name]))));
  routes.get("/:name", (c, next) => {
    const wheel = wheels.find(({ name }) => name === c.req.param("name"));
    if (wheel === undefined) return next();
    return c.body(wheel.bytes, 200, { "content-type": "application/zip", "x-content-type-options": "nosniff" });
  });
  return routes;
}

/** The wheels of the build; none in a checkout that was not built. */
function readWheels(): readonly Wheel[] {
  const folder = pythonFolder();
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".whl"))
    .map((name) => {
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      return { name, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    });
}
