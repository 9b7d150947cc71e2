import { ADMIN_KEY } from "./browser.ts";

/** Imports a benchmark in Omnidex's own format into a running server, as the administrator. */
export const importBenchmark = (
  url: string,
  slug: string,
  name: string,
  content: object,
  answers: "visible" | "hidden" = "visible",
): Promise<void> => postBenchmark(url, slug, new File([JSON.stringify(content)], name), answers);

/** Imports a benchmark's file into a running server, as the administrator. `slug` may end with a query: `?replace=true`. */
export async function postBenchmark(
  url: string,
  slug: string,
  file: File,
  answers: "visible" | "hidden" = "visible",
): Promise<void> {
  const form = new FormData();
  form.append("file", file);
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const address = new URL(`/import/${slug}`, url);
  address.searchParams.set("answers", answers);
  const response = await fetch(address, { method: "POST", headers, body: form });
  if (!response.ok) throw new Error(`The import of ${slug} failed: ${await response.text()}`);
}
