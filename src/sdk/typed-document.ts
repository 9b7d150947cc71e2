/**
 * What carries the types of a document: the shape that `@graphql-typed-document-node/core` settled, stated here because
 * this package depends on nothing. The property exists for the compiler only.
 *
 * @see https://github.com/dotansimha/graphql-typed-document-node
 */
export interface DocumentTypeDecoration<TResult, TVariables> {
  __apiType?: ((variables: TVariables) => TResult) | undefined;
}

/** A parsed document, as graphql-js shapes it: a `TypedDocumentNode` or a plain `DocumentNode`. */
export interface AstDocument {
  readonly kind: "Document";
  readonly definitions: readonly unknown[];
  readonly loc?: { readonly source: { readonly body: string } } | undefined;
}

/** A document whose types are known: a `TypedDocumentString` of codegen's string mode, or a `TypedDocumentNode`. */
export type TypedDocument<TResult, TVariables> = (AstDocument | InstanceType<typeof String>) &
  DocumentTypeDecoration<TResult, TVariables>;

/**
 * The text of a document.
 *
 * @throws TypeError for a parsed document that was not parsed from text, for there is no printer here.
 */
export function documentText(document: string | InstanceType<typeof String> | AstDocument): string {
  if (typeof document === "string") return document;
  if (document instanceof String) return document.toString();
  const body = (document as AstDocument).loc?.source.body;
  if (body !== undefined) return body;
  throw new TypeError(
    "This document has no source text. Pass text instead: `print(document)` of the graphql package, or let codegen " +
      "write documents with documentMode: 'string'.",
  );
}
