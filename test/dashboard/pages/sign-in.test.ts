import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, expect, it } from "vitest";
import { Omnidex } from "../../../src/sdk/index.ts";
import { CLIENT_ID, CLIENT_SECRET, type StubProvider, startProvider } from "../../server/access/stub-provider.ts";
import { ADMIN_KEY, atRest, violations } from "./browser.ts";
import { describeInBrowser, openTestDashboard } from "./in-browser.ts";

const PHONE = { viewport: { width: 360, height: 740 } };
const KEPT = "omnidex-api-key";

let provider: StubProvider;

/** Starts the provider, and returns the settings of a server that signs in at it. */
async function withProvider(): Promise<Readonly<Record<string, string>>> {
  provider = await startProvider();
  return {
    OMNIDEX_OIDC_ISSUER: provider.issuer,
    OMNIDEX_OIDC_CLIENT_ID: CLIENT_ID,
    OMNIDEX_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  };
}

describeInBrowser(
  "sign-in at a provider in a browser",
  (dashboard) => {
    afterAll(() => provider.close());
    const ofAda = (address: string): string => provider.signIn(address, { sub: "ada" });
    afterEach(() => {
      provider.answerBrowser = ofAda;
      provider.isUp = true;
    });

    const signInOn = (page: Page): Promise<void> => page.getByRole("button", { name: /^Sign in at/ }).press("Enter");

    async function signedIn(path: string, options = {}): Promise<Page> {
      const page = await dashboard.open(path, options);
      await signInOn(page);
      await page.getByRole("button", { name: "Signed in" }).waitFor();
      return page;
    }

    const fits = (page: Page): Promise<boolean> =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

    it("returns to the page where it began, shows the user and their private run, and signs out", async () => {
      const page = await signedIn("/submit", PHONE);
      await page.waitForURL(`${dashboard.url}/submit`);
      const token = await page.evaluate((name) => sessionStorage.getItem(name) ?? "", KEPT);
      const omnidex = new Omnidex({ url: dashboard.url, apiKey: token });
      const [question] = await omnidex
        .questions({ filter: { benchmarks: ["omnidex-demo"] } })
        .take(1)
        .toArray();
      const { id } = await omnidex.submitRun({
        ...{ benchmark: "omnidex-demo", model: { name: "lantern" }, inputs: ["VIDEO"] },
        predictions: [{ question: question?.key ?? "", response: "A" }],
      });
      expect(dashboard.faults).toEqual([]);
      await page.goto(`${dashboard.url}/runs/${id}`);
      await page.getByText("lantern").first().waitFor();
      await page.getByRole("button", { name: "Signed in" }).press("Enter");
      await page.getByText("Signed in as oidc:ada").waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await fits(page)).toBe(true);
      await page.getByRole("button", { name: "Sign out" }).press("Enter");
      await page.getByRole("button", { name: /^Sign in at/ }).waitFor();
      await expect.poll(() => page.getByText("lantern").count()).toBe(0);
      expect(await page.evaluate((name) => sessionStorage.getItem(name), KEPT)).toBeNull();
    });

    it("says that it has expired, and shows the public data", async () => {
      const page = await dashboard.open("/", PHONE);
      const expired = await provider.token({ sub: "ada" }, { seconds: -60 });
      await page.evaluate(([name, token]) => sessionStorage.setItem(name ?? "", token ?? ""), [KEPT, expired]);
      await page.reload();
      await page.getByRole("alert").getByText("Your sign-in has expired. Sign in again.").waitFor();
      await page.getByText("Omnidex demo (synthetic)").first().waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await fits(page)).toBe(true);
      await signInOn(page);
      await page.getByRole("button", { name: "Signed in" }).waitFor();
    });

    it("says that it has expired if the server refuses a step of a submission", async () => {
      const page = await signedIn("/submit");
      await page.waitForURL(`${dashboard.url}/submit`);
      // The view is drawn again when the data for the token arrive, which closes the list.
      await atRest(page);
      await page.getByRole("button", { name: /Benchmark$/ }).press("Enter");
      await page.getByRole("option", { name: "Omnidex demo (synthetic)" }).press("Enter");
      const expired = await provider.token({ sub: "ada" }, { seconds: -60 });
      await page.evaluate(([name, token]) => sessionStorage.setItem(name ?? "", token ?? ""), [KEPT, expired]);
      const rows = Buffer.from('{"question":"none","response":"A"}\n');
      await page
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "rows.jsonl", mimeType: "application/octet-stream", buffer: rows });
      await page.getByRole("alert").getByText("Your sign-in has expired. Sign in again.").waitFor();
      expect(await page.evaluate((name) => sessionStorage.getItem(name), KEPT)).toBeNull();
    });

    const REFUSED = "The provider did not confirm the sign-in. Sign in again.";
    const answering = (change: (url: URL) => void) => (address: string) => {
      const url = new URL(ofAda(address));
      change(url);
      return url.href;
    };
    it.each([
      [
        "a user who denies it",
        answering(({ searchParams }) => {
          searchParams.delete("code");
          searchParams.set("error", "access_denied");
        }),
      ],
      ["a forged state", answering(({ searchParams }) => searchParams.set("state", "forged"))],
      ["a code of another user", answering(({ searchParams }) => searchParams.set("code", "forged"))],
    ])("says that it failed for %s", async (_, answer) => {
      provider.answerBrowser = answer;
      const page = await dashboard.open("/", PHONE);
      await signInOn(page);
      await page.getByRole("alert").getByText(REFUSED).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate((name) => sessionStorage.getItem(name), KEPT)).toBeNull();
      provider.answerBrowser = ofAda;
      await signInOn(page);
      await page.getByRole("button", { name: "Signed in" }).waitFor();
      await page.waitForURL(`${dashboard.url}/`);
    });

    it("takes the code of a link once, and keeps it out of the address and the history", async () => {
      const made = await fetch(`${dashboard.url}/sign-in/codes`, {
        method: "POST",
        headers: { authorization: `Bearer ${ADMIN_KEY}` },
      });
      const { code } = (await made.json()) as { code: string };
      const sent: string[] = [];
      const page = await dashboard.open("/");
      page.on("request", (request) => sent.push(request.url(), request.headers().referer ?? ""));
      await page.goto(`${dashboard.url}/sign-in#code=${code}`);
      await page.getByRole("button", { name: "API key: entered" }).waitFor();
      await page.waitForURL(`${dashboard.url}/`);
      expect(await page.evaluate((name) => sessionStorage.getItem(name), KEPT)).toBe(ADMIN_KEY);
      expect(sent.join(" ")).not.toContain(code);
      await page.goBack();
      expect(page.url()).not.toContain(code);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto("about:blank");
      await page.goto(`${dashboard.url}/sign-in#code=${code}`);
      await page.getByRole("alert").getByText("This sign-in code is wrong, was used,").waitFor();
      expect(page.url()).toBe(`${dashboard.url}/sign-in`);
      expect(await violations(page)).toEqual([]);
    });

    it("says that no sign-in was begun if its address is opened directly", async () => {
      const page = await dashboard.open("/signed-in?code=stolen&state=stolen");
      await page.getByRole("alert").getByText("No sign-in was begun in this tab.").waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("main").getByRole("link", { name: "Submit a run" }).click();
      await page.waitForURL(`${dashboard.url}/submit`);
    });

    it("is offered after an outage, as soon as the server answers", async () => {
      const page = await dashboard.open("/", PHONE);
      const [requests, abort] = [/\/(sign-in|graphql)(\?|$)/, (route: Route): Promise<void> => route.abort()];
      await page.route(requests, abort);
      await page.reload();
      const notice = page.getByText(/^The server has not answered since \d/);
      await notice.waitFor();
      const button = page.getByRole("button", { name: /^Sign in at/ });
      expect(await button.count()).toBe(0);
      await page.unroute(requests, abort);
      await button.waitFor();
      await notice.waitFor({ state: "detached" });
    });

    it("says that the provider is down", async () => {
      // A server fetches the provider's settings once, so this test needs a server that has not fetched them
      // yet.
      provider.isUp = false;
      const other = await openTestDashboard({
        settings: async () => ({ OMNIDEX_OIDC_ISSUER: provider.issuer, OMNIDEX_OIDC_CLIENT_ID: CLIENT_ID }),
      });
      try {
        const page = await other.open("/", PHONE);
        await signInOn(page);
        await page.getByRole("alert").getByText("The sign-in provider cannot be reached. Try again later.").waitFor();
        expect(await violations(page)).toEqual([]);
        expect(await fits(page)).toBe(true);
      } finally {
        await other.close();
      }
    });
  },
  { settings: withProvider },
);
