import { hash } from "node:crypto";
import { FINGERPRINT_LENGTH, type Slice } from "./question-slice.ts";

const FINGERPRINTS = new WeakMap<Slice, string>();

/** A short, stable name of a slice: 32 hexadecimal digits of SHA-256 over its canonical JSON. */
export function sliceFingerprint(slice: Slice): string {
  const fingerprint =
    FINGERPRINTS.get(slice) ?? hash("sha256", JSON.stringify(slice), "hex").slice(0, FINGERPRINT_LENGTH);
  FINGERPRINTS.set(slice, fingerprint);
  return fingerprint;
}
