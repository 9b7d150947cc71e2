import { expect, it } from "vitest";
import { Omnidex } from "../../src/sdk/index.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const cli = serveCli();

it("omnidex audit-log prints entries as a table, as JSON and as NDJSON", async () => {
  const admin = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
  const { secret, apiKey } = await admin.createApiKey({ name: "logged", owner: "logged" });
  const env = { OMNIDEX_API_KEY: secret };
  expect(await cli.run(["audit-log"], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("administrator"),
  });
  expect(await cli.run(["maintainers", "add", "omnidex-demo", "logged"], env)).toMatchObject({ code: 1 });
  const [row] = readTable(await cli.print(["audit-log", "--operation", "createApiKey"]), "TIME");
  expect(row).toMatchObject({ OWNER: "admin", OPERATION: "createApiKey", OBJECT: apiKey.id, OUTCOME: "DONE" });
  expect(await cli.json(["audit-log", "--failed", "--owner", "logged"])).toMatchObject([
    { operation: "addMaintainer", object: "omnidex-demo: logged", outcome: "FORBIDDEN", apiKey: apiKey.id },
  ]);
  const lines = (await cli.print(["audit-log", "--output", "-"])).trimEnd().split("\n");
  const entries = await admin.auditLog().toArray();
  expect(lines.map((line) => JSON.parse(line))).toEqual(entries);
  expect(lines.join("")).not.toContain(secret);
});
