import type { SelectedField } from "./selection.ts";

/** The part of a selection that searches responses: each such field, and the fields above it. */
export function measured(field: SelectedField): SelectedField {
  if (isSearch(field)) return { ...field, isMeasured: true };
  const part = (typeName?: string): readonly SelectedField[] =>
    field.answered(typeName).filter(holdsSearch).map(measured);
  return { ...field, children: part, answered: part };
}

const holdsSearch = (field: SelectedField): boolean => isSearch(field) || field.children().some(holdsSearch);

/** Whether a field searches the responses of a run. */
export function isSearch({ parentType, name, args }: Pick<SelectedField, "parentType" | "name" | "args">): boolean {
  const filter = args.filter as { readonly text?: string | null } | null | undefined;
  return parentType === "Run" && name === "predictions" && filter?.text != null;
}
