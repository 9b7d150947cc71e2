import { expect, it } from "vitest";
import { ADMIN_KEY, violations } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";

const ROWS = `id,video,question,A,B,C,D,answer,type
1,v1,What is shown first?,A cat,A dog,A bird,A cow,1,Seeing
2,v1,What is heard last?,A bell,A horn,A song,A drum,2,Hearing
3,v2,Who speaks?,A man,A woman,A child,Nobody,1,Hearing
4,v2,How many are there?,One,Two,Three,Four,3,Seeing
`;

describeInBrowser("a table without a recipe, in a browser", (dashboard) => {
  it("is shown with what it does not decide, and is imported once that is chosen", async () => {
    const page = await dashboard.open("/admin", { apiKey: ADMIN_KEY });
    const card = page.getByRole("region", { name: "Import a benchmark" });
    const file = { name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from(ROWS) };
    await card.locator("input[type=file]").setInputFiles(file);
    await card.getByRole("textbox", { name: "Slug" }).fill("from-rows");
    const look = card.getByRole("button", { name: "See what would change" });
    const send = card.getByRole("button", { name: "Import", exact: true });
    await look.press("Enter");
    await card.getByText("A recipe for these files").waitFor();
    expect(await send.isDisabled()).toBe(true);
    expect(await card.innerText()).toContain("A. A cat");
    expect(await violations(page)).toEqual([]);
    await card.getByRole("combobox", { name: /^What does an answer/ }).selectOption({ index: 2 });
    await card.getByRole("combobox", { name: /^Which level/ }).selectOption({ index: 3 });
    await look.press("Enter");
    await card.getByText("Would become release").waitFor();
    expect(await card.innerText()).toContain("answer: A. A cat");
    await send.press("Enter");
    await card.getByText("Imported as release").waitFor();
    expect(await card.innerText()).toContain("4 questions on 2 videos, read as recipe");
    expect(dashboard.faults).toEqual([]);
  });
});
