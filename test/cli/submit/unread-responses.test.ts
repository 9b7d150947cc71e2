import { expect, it } from "vitest";
import { Omnidex } from "../../../src/sdk/index.ts";
import { inFolder } from "../cli-process.ts";
import { ADMIN_KEY, serveCli } from "../served-cli.ts";
import { write } from "./submitting.ts";

const cli = serveCli();

/** Responses: two that are read, two that a judge would read, and three that nobody can read. */
const RESPONSES = ["A", "B", "Perhaps the one with the bell.", "Something else entirely.", "", " ", "<|im_end|>"];

it("submit and run begin with how many responses have no readable answer, and how many a judge can be asked about", () =>
  inFolder(async (folder) => {
    const questions = await new Omnidex({ url: cli.url() }).questions().take(RESPONSES.length).toArray();
    const rows = questions.map(({ key }, index) => JSON.stringify({ question: key, response: RESPONSES[index] }));
    const file = await write(folder, { name: "rows.jsonl", bytes: new TextEncoder().encode(rows.join("\n")) });
    const fields = ["-b", "omnidex-demo", "--model", "Vague", "--inputs", "video"];
    const submitted = await cli.run(["submit", file, ...fields]);
    expect(submitted.code).toBe(0);
    const [first = ""] = submitted.stdout.split("\n");
    expect(first).toMatch(
      /^\d\.\d % \(95 %: [\d.]+–[\d.]+\) of 480 questions\. 5 of 7 responses have no readable answer; a judge can be asked about 2 of them \(omnidex rescore run_\d+ --judge\)\.$/,
    );
    const id = /run_\d+/.exec(first)?.[0] ?? "";
    expect((await cli.print(["run", id])).split("\n")[0]).toBe(first);
    expect(await cli.json(["run", id])).toMatchObject({ id, judgeable: 2, counts: { unparsed: 5 } });
    const again = await cli.json<{ judgeable: number }>(["submit", file, ...fields, "--notes", "once more"]);
    expect(again.judgeable).toBe(2);

    const judged = await cli.run(["rescore", id, "--judge"]);
    expect(judged).toMatchObject({ code: 1, stderr: expect.stringContaining("this server has none") });
    const none = await cli.run(["rescore", "--judge", "--benchmark", "omnidex-demo"], { OMNIDEX_API_KEY: ADMIN_KEY });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("--judge is for one run") });
  }));
