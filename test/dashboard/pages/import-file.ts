import { ADMIN_KEY } from "./browser.ts";

/** Imports a benchmark of one's own into a running server, as the administrator. */
export async function importBenchmark(url: string, slug: string, name: string, content: object): Promise<void> {
  const form = new FormData();
  form.append("file", new File([JSON.stringify(content)], name));
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const response = await fetch(`${url}/import/${slug}`, { method: "POST", headers, body: form });
  if (!response.ok) throw new Error(`The import of ${slug} failed: ${await response.text()}`);
}
