import { type DocumentNode, GraphQLError, Lexer, parse, Source, TokenKind } from "graphql";

const deepest = 200;
const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Parses a document of at most so many tokens. */
export function parseDocument(query: string, mostTokens: number): DocumentNode {
  refuseDeepNesting(query, mostTokens);
  return parse(query, { maxTokens: mostTokens });
}

/** The parser calls itself for every bracket: two thousand of them would overflow the stack. */
function refuseDeepNesting(query: string, mostTokens: number): void {
  const lexer = new Lexer(new Source(query));
  let depth = 0;
  for (let tokens = 0; tokens <= mostTokens; tokens++) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (opening.has(kind)) depth += 1;
    else if (closing.has(kind)) depth -= 1;
    if (depth > deepest) {
      throw new GraphQLError(`The document has brackets nested more than ${deepest} levels deep, which is the limit.`);
    }
  }
}
