import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createCheckout } from "../readme/checkout.ts";
import { seededPlace } from "../support/seeded-database.ts";

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

// Windows ends a process tree by other means.
describe.skipIf(process.platform === "win32")("npm start", () => {
  it("builds, serves, and stops its server when npm is asked to stop", async () => {
    const checkout = await createCheckout({ isBuilt: false });
    const place = await seededPlace();
    try {
      // Only root may listen at port 1, so this shows that the option overrides the setting.
      const env = { ...checkout.environment, PORT: "1", ...place.environment };
      const npm = spawn("npm", ["start", "--", "--port", "0"], { cwd: checkout.folder, env });
      const url = await new Promise<string>((resolve, reject) => {
        let output = "";
        npm.stdout.on("data", (chunk) => {
          output += chunk;
          const address = /serves (http:\S+)/.exec(output)?.[1];
          if (address !== undefined) resolve(address);
        });
        npm.once("exit", () => reject(new Error(`npm start ended: ${output}`)));
      });
      expect(await answers(url)).toBe(true);
      npm.kill("SIGTERM");
      // The server may end after npm.
      await expect.poll(() => answers(url), { timeout: 120_000 }).toBe(false);
    } finally {
      await checkout.remove();
      await place.drop();
    }
  });
});
