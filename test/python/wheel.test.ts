import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildWheel } from "../../scripts/build-wheel.mjs";
import { skipsWithout } from "../support/required-tools.ts";
import { python, type ServedPython, servePython } from "./served-python.ts";

const MODULES = readdirSync(resolve(import.meta.dirname, "../../python/omnidex"), {
  recursive: true,
  encoding: "utf8",
});

describe.skipIf(skipsWithout("Python 3.9 with venv", python !== undefined))(
  "the wheel (skipped without Python 3.9 and venv)",
  () => {
    let served: ServedPython;
    beforeAll(async () => {
      served = await servePython();
    }, 300_000);
    afterAll(() => served?.close());

    it("is served as it is built, with its hash in the index", async () => {
      const { name, bytes } = await buildWheel();
      expect((await buildWheel()).bytes).toEqual(bytes);
      const index = await (await fetch(`${served.socket.url}/python/omnidex/`)).text();
      const [, address = "", hash] = /href="([^"#]+)#sha256=([0-9a-f]{64})"/.exec(index) ?? [];
      expect(address).toBe(`../${name}`);
      const wheel = await fetch(new URL(address, `${served.socket.url}/python/omnidex/`));
      const content = Buffer.from(await wheel.arrayBuffer());
      expect(content.equals(Buffer.from(bytes))).toBe(true);
      const digest = await crypto.subtle.digest("SHA-256", content);
      expect(Buffer.from(digest).toString("hex")).toBe(hash);
      expect((await fetch(`${served.socket.url}/python/omnidex-9.9.9-py3-none-any.whl`)).status).toBe(404);
    });

    it("is whole: it has each module, and each can be imported", async () => {
      const files = (await served.run("python3", "-m", "pip", "show", "--files", "omnidex")).match(
        /omnidex\/\S+\.py$/gm,
      );
      const modules = MODULES.filter((path) => path.endsWith(".py")).map((path) => `omnidex/${path}`);
      expect(files?.sort()).toEqual(modules.sort());
      const names = modules
        .map((path) => path.replace(/(\/__init__)?\.py$/, "").replaceAll("/", "."))
        .filter((name) => !name.endsWith("__main__"));
      await served.run("python3", "-W", "error", "-c", names.map((name) => `import ${name}`).join("\n"));
      expect(await served.run("python3", "-m", "omnidex", "--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
    });

    it("can be installed by its address", async () => {
      const { name } = await buildWheel();
      const address = `${served.socket.url}/python/${name}`;
      expect(await served.run("python3", "-m", "pip", "install", "--force-reinstall", address)).toContain(
        "Successfully installed omnidex",
      );
    });
  },
);
