import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from "graphql";

/** Replaces the root field in the label of an operation with several root fields. */
const SEVERAL = "(several)";

/**
 * The label of an operation in metrics: its type and its root field, as in `query questions`. In a valid document, the
 * schema bounds the set of labels. The operation's name is not part of the label, because callers can choose any name.
 */
export function operationLabel(
  { operation, selectionSet }: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode | undefined>>,
): string {
  const names = new Set<string>();
  collectNames(selectionSet, fragments, new Set(), names);
  const [first = SEVERAL] = names;
  if (names.size !== 1) return `${operation} ${SEVERAL}`;
  return `${operation} ${first.startsWith("__") ? "(introspection)" : first}`;
}

/** Each fragment is visited once: fragments that spread the next one twice would double the work at each level. */
function collectNames(
  { selections }: SelectionSetNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode | undefined>>,
  visited: Set<string>,
  names: Set<string>,
): void {
  for (const selection of selections) {
    if (names.size > 1) return;
    if (selection.kind === Kind.FIELD) names.add(selection.name.value);
    else if (selection.kind === Kind.INLINE_FRAGMENT) collectNames(selection.selectionSet, fragments, visited, names);
    else if (!visited.has(selection.name.value)) {
      visited.add(selection.name.value);
      const fragment = fragments[selection.name.value];
      if (fragment !== undefined) collectNames(fragment.selectionSet, fragments, visited, names);
    }
  }
}
