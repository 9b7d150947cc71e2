/**
 * Carries the types of a document, in the shape of `@graphql-typed-document-node/core`. It is declared here because
 * this package has no dependencies. The property exists only for the compiler.
 *
 * @see https://github.com/dotansimha/graphql-typed-document-node
 */
export interface DocumentTypeDecoration<TResult, TVariables> {
  __apiType?: ((variables: TVariables) => TResult) | undefined;
}

/** A parsed document, as graphql-js shapes it: a `TypedDocumentNode` or a plain `DocumentNode`. */
export interface AstDocument {
  /** The kind of the root of a parsed document. */
  readonly kind: "Document";
  /** The operations and fragments of the document. */
  readonly definitions: readonly unknown[];
}

/** A document whose types are known: a `TypedDocumentString` of codegen's string mode, or a `TypedDocumentNode`. */
export type TypedDocument<TResult, TVariables> = (AstDocument | InstanceType<typeof String>) &
  DocumentTypeDecoration<TResult, TVariables>;

/** Caches printed documents: a document is made once and sent often. */
const TEXTS = new WeakMap<AstDocument, string>();

/** Returns the text of a document. The printer of parsed documents is a separate file, loaded on first use. */
export async function documentText(document: string | InstanceType<typeof String> | AstDocument): Promise<string> {
  if (typeof document === "string" || document instanceof String) return document.toString();
  const parsed = document as AstDocument;
  const text = TEXTS.get(parsed) ?? (await import("./print-document.ts")).printDocument(parsed);
  TEXTS.set(parsed, text);
  return text;
}
