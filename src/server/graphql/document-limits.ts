import {
  type ASTVisitor,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  Lexer,
  type SelectionSetNode,
  Source,
  type Token,
  TokenKind,
  type ValidationContext,
  type ValidationRule,
} from "graphql";
import { OmnidexError } from "../../domain/errors.ts";

/** The most fields of `Query` in one operation. Most of these fields need one SQL statement each. */
const MAX_ROOT_FIELDS = 200;

/** The most fields of `Mutation` in one operation. Each of these fields may be a whole submission. */
const MAX_MUTATIONS = 10;

/** The most aliased leaf fields of a document. Each alias can repeat a value in every object of a list. */
const MAX_LEAF_ALIASES = 200;

/** The most introspection objects for each type of the schema. That of common tools counts 1,320 per type. */
const MAX_INTROSPECTION = 2_500;
/** The most fields that read the schema, under aliases. Each reads it again, and all of them in one turn of the event loop. */
const MAX_INTROSPECTION_FIELDS = 10;

/** The approximate length of each list in introspection, for one parent object. */
const LIST_SIZES: Readonly<Record<string, number>> = {
  directives: 6,
  fields: 8,
  inputFields: 6,
  args: 2,
  enumValues: 8,
  possibleTypes: 6,
  interfaces: 2,
};

const tooCostly = (message: string, node: FieldNode): GraphQLError =>
  new GraphQLError(message, { nodes: node, originalError: new OmnidexError("COST_LIMIT_EXCEEDED", message) });

/** Refuses documents whose answers would be very large, before any part of the answer is computed. */
export const documentLimits: ValidationRule = (context): ASTVisitor => {
  let aliases = 0;
  return {
    Field(node) {
      const type = context.getType();
      if (node.alias === undefined || type == null || !isLeafType(getNamedType(type))) return;
      aliases += 1;
      if (aliases !== MAX_LEAF_ALIASES + 1) return;
      context.reportError(
        tooCostly(`The document selects more than ${MAX_LEAF_ALIASES} scalar fields under an alias.`, node),
      );
    },
    OperationDefinition({ operation, selectionSet }) {
      const fields = selectedFields(context, selectionSet);
      const most = operation === "mutation" ? MAX_MUTATIONS : MAX_ROOT_FIELDS;
      const [last] = fields.slice(most);
      if (last !== undefined)
        context.reportError(tooCostly(`The ${operation} selects more than ${most} root fields.`, last));
      const introspection = fields.filter(({ name }) => name.value === "__schema" || name.value === "__type");
      const costs = new Map<SelectionSetNode, number>();
      const cost = introspection.reduce((sum, field) => sum + fieldCost(context, field, costs), 0);
      if (introspection[0] === undefined) return;
      if (introspection.length > MAX_INTROSPECTION_FIELDS || cost > MAX_INTROSPECTION * typesOf(context))
        context.reportError(
          tooCostly("The introspection query is too large; ask for less of the schema.", introspection[0]),
        );
    },
  };
};

/** The cost of a selection set. A fragment counts for each spread, but is traversed only once. */
function selectionCost(
  context: ValidationContext,
  set: SelectionSetNode,
  costs: Map<SelectionSetNode, number>,
): number {
  const known = costs.get(set);
  if (known !== undefined) return known;
  // Ends the recursion for a fragment that includes itself. Another rule refuses the document.
  costs.set(set, 0);
  let sum = 0;
  for (const selection of set.selections) {
    if (selection.kind === "Field") sum += fieldCost(context, selection, costs);
    else {
      const inner = selection.kind === "InlineFragment" ? selection : fragmentOf(context, selection.name.value);
      if (inner !== undefined) sum += selectionCost(context, inner.selectionSet, costs);
    }
  }
  costs.set(set, sum);
  return sum;
}

function fieldCost(
  context: ValidationContext,
  { name, selectionSet }: FieldNode,
  costs: Map<SelectionSetNode, number>,
): number {
  if (selectionSet === undefined) return 1;
  const types = name.value === "types" ? typesOf(context) : undefined;
  return 1 + (types ?? LIST_SIZES[name.value] ?? 1) * selectionCost(context, selectionSet, costs);
}

const TYPES = new WeakMap<GraphQLSchema, number>();

/** How many types the schema has. */
function typesOf(context: ValidationContext): number {
  const schema = context.getSchema();
  const count = TYPES.get(schema) ?? Object.keys(schema.getTypeMap()).length;
  TYPES.set(schema, count);
  return count;
}

/** The fields of a selection set, including those of its fragments. A fragment counts once. */
function selectedFields(context: ValidationContext, set: SelectionSetNode): readonly FieldNode[] {
  const fields: FieldNode[] = [];
  const open: SelectionSetNode[] = [set];
  const seen = new Set<FragmentDefinitionNode>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === "Field") fields.push(selection);
      else if (selection.kind === "InlineFragment") open.push(selection.selectionSet);
      else {
        const fragment = fragmentOf(context, selection.name.value);
        if (fragment === undefined || seen.has(fragment)) continue;
        seen.add(fragment);
        open.push(fragment.selectionSet);
      }
    }
  }
  return fields;
}

const fragmentOf = (context: ValidationContext, name: string): FragmentDefinitionNode | undefined =>
  context.getFragment(name) ?? undefined;

/** The most lexical tokens of a document. */
export const MAX_TOKENS = 10_000;

/** The most fragment spreads of a document. Validation compares every pair of spreads to find conflicting fields. */
const MAX_SPREADS = 150;

/** The most aliases of a document. About thirty validation rules visit each aliased field. */
const MAX_ALIASES = 1_200;

/** The length, in UTF-16 code units, below which a document cannot exceed any of the limits. */
const SHORT = 3 * MAX_SPREADS;

/**
 * Counts a document's tokens, which is several to a hundred times faster than parsing and validating the document.
 * Returns the reason to refuse the document, or `null` if it is within the limits. Also returns `null` for a text with
 * a syntax error, which the parser reports better.
 */
export function tokensFault(document: string): string | null {
  if (document.length < SHORT) return null;
  try {
    return countedFault(document);
  } catch {
    return null;
  }
}

function countedFault(document: string): string | null {
  const lexer = new Lexer(new Source(document));
  let [tokens, spreads, aliases, inArguments] = [0, 0, 0, 0];
  for (let before: Token = lexer.token, token = lexer.advance(); token.kind !== TokenKind.EOF; ) {
    tokens += 1;
    if (token.kind === TokenKind.PAREN_L) inArguments += 1;
    else if (token.kind === TokenKind.PAREN_R) inArguments -= 1;
    else if (token.kind === TokenKind.COLON && inArguments === 0) aliases += 1;
    else if (token.kind === TokenKind.NAME && token.value !== "on" && before.kind === TokenKind.SPREAD) spreads += 1;
    if (tokens > MAX_TOKENS) return `The document has more than ${MAX_TOKENS} tokens.`;
    if (spreads > MAX_SPREADS) return `The document spreads more than ${MAX_SPREADS} fragments.`;
    if (aliases > MAX_ALIASES) return `The document has more than ${MAX_ALIASES} aliases.`;
    before = token;
    token = lexer.advance();
  }
  return null;
}
