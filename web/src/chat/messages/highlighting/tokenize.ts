import { common, createLowlight } from 'lowlight';
import type { CodeToken, HighlightRequest, TokenKind } from './code-token.ts';

type Root = ReturnType<ReturnType<typeof createLowlight>['highlight']>;
type Node = Root['children'][number];

const lowlight = createLowlight(common);

/** Classes of highlight.js without the prefix. The others look like plain text. */
const KINDS = new Map<string, TokenKind>([
  ['comment', 'comment'],
  ['quote', 'comment'],
  ['doctag', 'comment'],
  ['keyword', 'keyword'],
  ['built_in', 'keyword'],
  ['literal', 'keyword'],
  ['selector-tag', 'keyword'],
  ['string', 'string'],
  ['regexp', 'string'],
  ['char', 'string'],
  ['number', 'number'],
  ['symbol', 'number'],
  ['title', 'name'],
  ['type', 'name'],
  ['name', 'name'],
  ['attr', 'name'],
  ['attribute', 'name'],
  ['section', 'name'],
  ['property', 'name'],
  ['addition', 'added'],
  ['deletion', 'removed'],
]);

/** Undefined if nobody knows the language. Takes unbounded time for some inputs, so it runs in a worker that can be stopped. */
export function tokenize({ code, language }: HighlightRequest): CodeToken[] | undefined {
  if (!lowlight.registered(language)) return undefined;
  const tokens: CodeToken[] = [];
  addTokens(tokens, lowlight.highlight(language, code).children, undefined);
  return tokens;
}

function addTokens(tokens: CodeToken[], nodes: readonly Node[], kind: TokenKind | undefined): void {
  for (const node of nodes) {
    if (node.type === 'element') addTokens(tokens, node.children, findKind(node) ?? kind);
    else if (node.type === 'text') addText(tokens, node.value, kind);
  }
}

function addText(tokens: CodeToken[], text: string, kind: TokenKind | undefined): void {
  const last = tokens.at(-1);
  if (last && last.kind === kind) last.text += text;
  else tokens.push({ kind, text });
}

function findKind({ properties }: Extract<Node, { type: 'element' }>): TokenKind | undefined {
  const [name] = Array.isArray(properties.className) ? properties.className : [];
  return KINDS.get(String(name).replace('hljs-', ''));
}
