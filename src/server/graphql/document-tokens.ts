import { Lexer, Source, type Token, TokenKind } from "graphql";

/** How many lexical tokens a document may have. */
export const MAX_TOKENS = 10_000;

/** The most fragment spreads of a document: every pair of them is compared, to find fields that cannot be merged. */
export const MAX_SPREADS = 150;

/** The most aliases of a document: some thirty rules look at each aliased field. */
export const MAX_ALIASES = 1_200;

/** A document that is shorter, in UTF-16 code units, cannot exceed any of the limits. */
const SHORT = 3 * MAX_SPREADS;

/**
 * Why a document is refused before parsing and validation, which take several to a hundred times as long as counting
 * its tokens. `null` if it is not refused. Also `null` for a text that is not a document, because the parser's error is
 * better.
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
