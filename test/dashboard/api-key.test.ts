import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { apiKey, fetchWith, setApiKey } from "../../src/dashboard/data/api-key.ts";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

const [OLD, NEW] = ["header.old.signature", "header.new.signature"];

/** Makes all later requests wait until the returned function is called, which answers them with this status. */
function answering(status: number): () => void {
  let answer = (_response: Response): void => {};
  const response = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", () => response);
  return () => answer(new Response(null, { status }));
}

it("a response with status 401 ends the sign-in, and one with 403 does not", async () => {
  setApiKey(NEW);
  answering(403)();
  await fetchWith(NEW)("/graphql");
  expect(apiKey()).toBe(NEW);
  answering(401)();
  expect((await fetchWith(NEW)("/import/lamps")).status).toBe(401);
  expect(apiKey()).toBeNull();
});

it("a new sign-in stays if the server refuses the old token late", async () => {
  setApiKey(OLD);
  const answer = answering(401);
  const late = fetchWith(OLD)("/graphql");
  setApiKey(NEW);
  answer();
  await late;
  expect(apiKey()).toBe(NEW);
});

it("an API key that the server refuses stays, so that the user can correct it", async () => {
  setApiKey("omx_key");
  answering(401)();
  await fetchWith("omx_key")("/graphql");
  expect(apiKey()).toBe("omx_key");
});
