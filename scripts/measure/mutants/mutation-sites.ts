import ts from "typescript";

/** One change at one place of a file. */
export interface Mutation {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

type Edit = readonly [node: ts.Node, replacement: string];

const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
]);

const METHODS: ReadonlyMap<string, string> = new Map([
  ["min", "max"],
  ["max", "min"],
  ["some", "every"],
  ["every", "some"],
]);

const ERROR_CODE = /^[A-Z]+(_[A-Z]+)+$/;

/** All mutations of a source file, in the order of its text. Types are left alone. */
export function mutationsOf(file: string, text: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const edit = editOf(node);
    if (edit !== null) {
      const [target, replacement] = edit;
      found.push({ file, start: target.getStart(source), end: target.getEnd(), replacement });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function editOf(node: ts.Node): Edit | null {
  if (ts.isBinaryExpression(node)) return operatorEdit(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [node, "false"];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [node, "true"];
  if (ts.isNumericLiteral(node)) return isUnreachableDefault(node) ? null : [node, `(${node.text} + 1)`];
  if (ts.isStringLiteral(node)) return ERROR_CODE.test(node.text) ? [node, `"MUTATED"`] : null;
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [node, `!!${node.operand.getText()}`];
  if (ts.isPropertyAccessExpression(node)) return methodEdit(node);
  if (ts.isIfStatement(node)) return earlyExitEdit(node);
  return ts.isExpressionStatement(node) ? [node, ";"] : null;
}

/** The 0 of `values[at] ?? 0`: the compiler requires a default, but the index is in range. */
function isUnreachableDefault({ parent }: ts.NumericLiteral): boolean {
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    ts.isElementAccessExpression(parent.left)
  );
}

/** `+` beside a text is a concatenation; `-` in its place would not compile. */
function operatorEdit({ left, operatorToken, right }: ts.BinaryExpression): Edit | null {
  const joins = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
  const replacement = OPERATORS.get(operatorToken.kind);
  return replacement === undefined || joins ? null : [operatorToken, replacement];
}

function methodEdit({ name, parent }: ts.PropertyAccessExpression): Edit | null {
  const replacement = ts.isCallExpression(parent) ? METHODS.get(name.text) : undefined;
  return replacement === undefined ? null : [name, replacement];
}

/** Removes `if (…) return …;` and `if (…) throw …;`. */
function earlyExitEdit({ thenStatement, elseStatement }: ts.IfStatement): Edit | null {
  const exits = ts.isReturnStatement(thenStatement) || ts.isThrowStatement(thenStatement);
  return exits && elseStatement === undefined ? [thenStatement, ";"] : null;
}
