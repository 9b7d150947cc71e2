import { beforeAll, expect, it } from "vitest";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { findSharedDataset } from "../../support/shared-datasets.ts";
import { inFolder } from "../cli-process.ts";
import { serveCli } from "../served-cli.ts";
import { importInto, write } from "./submitting.ts";

const file = findSharedDataset("formats/lmms-eval/20260218_234435_samples_scienceqa_img.head20.jsonl");
const cli = serveCli();
beforeAll(async () => {
  if (file !== null) await importInto(cli, "omnivideobench", [omniVideoBenchJson(omniVideoBenchFixture())]);
});

it("lmms-eval's samples of another benchmark are refused", async (context) => {
  if (file === null) return context.skip("formats/lmms-eval is not in OMNIDEX_DATASETS nor in ../shared/datasets");
  const { code, stdout, stderr } = await inFolder(async (folder) =>
    cli.run(["submit", await write(folder, file), "-b", "omnivideobench", "--model", "bad", "--inputs", "video"]),
  );
  expect(stderr).toMatch(
    /head20\.jsonl: line 2: It is question 1 of its file, but its prompt \(… .*\) contains no question of omnivideobench; question 1 of omnivideobench \(video_\d+\/\d\) is /,
  );
  expect(stderr).toMatch(/omnidex: 20 rows cannot be used; nothing was submitted\./);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).not.toContain("    at ");
});
