import { expect, it } from "vitest";
import { describePage } from "../readme/describe-page.ts";
import { compilerErrors } from "../readme/typescript-program.ts";

describePage("docs/sdk.md");
describePage("src/sdk/README.md");

it("the check reports a program that does not compile", () => {
  const program = 'import { Omnidex } from "@omnidex/sdk";\nnew Omnidex({ url: "http://x.test" }).nothing();\n';
  expect(compilerErrors(program)).toEqual(["Property 'nothing' does not exist on type 'Omnidex'."]);
});
