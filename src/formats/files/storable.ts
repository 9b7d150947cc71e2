import { ImportError } from "../../domain/import-error.ts";
import { memberPath } from "./record-path.ts";

/**
 * Rejects values anywhere in a document that PostgreSQL cannot store: NUL characters (not allowed in text and jsonb),
 * lone surrogates (no UTF-8 form) and infinite numbers (no JSON form).
 * @throws {ImportError} with the path of the value, or of the field whose name is affected
 */
export function requireStorable(value: unknown, path: string): void {
  if (typeof value === "string") requireStorableText(value, path);
  if (typeof value === "number" && !Number.isFinite(value)) throw new ImportError(path, "a finite number", `${value}`);
  if (Array.isArray(value)) {
    value.forEach((element, index) => {
      requireStorable(element, `${path}[${index}]`);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      requireStorableText(name, memberPath(path, name));
      requireStorable(member, memberPath(path, name));
    }
  }
}

function requireStorableText(text: string, path: string): void {
  const nul = text.indexOf("\0");
  if (nul !== -1) throw new ImportError(path, "text", `a NUL character at position ${nul}`);
  if (/\p{Surrogate}/u.test(text)) throw new ImportError(path, "well-formed Unicode", "half a surrogate pair");
}
