/** The longest body that is read, in bytes. */
const LONGEST_BODY = 1_000_000;

/** The text of a response; `null` where it is longer than any that was asked for. */
export async function readText({ body }: Response): Promise<string | null> {
  if (body === null) return "";
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    length += part.value.byteLength;
    if (length > LONGEST_BODY) {
      await reader.cancel();
      return null;
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}
