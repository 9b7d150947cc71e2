import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from "graphql";

/** Replaces the root field in the label of an operation with several root fields. */
const SEVERAL = "(several)";

/**
 * The label of an operation in metrics: its type and its root field, as in `query questions`. In a valid document, the
 * schema bounds the set of labels. The operation's name is not part of the label, because callers can choose any name.
 */
export function operationLabel(
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode | undefined>>,
): string {
  const names = rootFieldNames(operation, fragments);
  const [first = SEVERAL] = names;
  const type = operation.operation;
  if (names.size !== 1) return `${type} ${SEVERAL}`;
  return `${type} ${first.startsWith("__") ? "(introspection)" : first}`;
}

/**
 * The names of the fields at the root of an operation. Each fragment is visited once: fragments that spread the next one
 * twice would double the work at each level.
 */
export function rootFieldNames(
  { selectionSet }: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode | undefined>>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const visited = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        const fragment = fragments[selection.name.value];
        if (fragment !== undefined) collect(fragment.selectionSet);
      }
    }
  };
  collect(selectionSet);
  return names;
}
