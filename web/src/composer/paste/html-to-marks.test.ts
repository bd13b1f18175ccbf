import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBlocks, type TextBlock } from '../../messages/text/blocks.ts';
import type { Inline } from '../../messages/text/inline.ts';
import { type HtmlNode, isSmall, renameStyles } from './html-node.ts';
import { readHtml } from './read-html.ts';
import { writeMarks } from './write-marks.ts';

type Child = HtmlNode | string;

function element(nodeName: string, attributes: Record<string, string>, ...children: Child[]): HtmlNode {
  const getAttribute = (name: string) => attributes[name] ?? null;
  return { nodeName, nodeValue: null, childNodes: children.map(toNode), getAttribute };
}

function toNode(child: Child): HtmlNode {
  return typeof child === 'string' ? { nodeName: '#text', nodeValue: child, childNodes: [] } : child;
}

const h = (nodeName: string, ...children: Child[]) => element(nodeName, {}, ...children);
const styled = (style: string, ...children: Child[]) => element('SPAN', { 'data-style': style }, ...children);
const link = (href: string, ...children: Child[]) => element('A', { href }, ...children);

function convert(...children: Child[]): string | undefined {
  const blocks = readHtml(h('BODY', ...children));
  return blocks && writeMarks(blocks);
}

test.each<[string, Child[], string]>([
  ['bold', [h('P', 'a ', h('B', 'b '), 'c')], 'a **b** c'],
  ['italic in bold', [h('STRONG', 'a ', h('EM', 'b'))], '**a** _**b**_'],
  ['a struck word', [h('DEL', 'gone'), ' now'], '~~gone~~ now'],
  ['styles of attributes', [styled('font-weight: 700; font-style: italic', 'a')], '_**a**_'],
  [
    'a tag that an attribute undoes',
    [element('B', { 'data-style': 'font-weight:normal' }, 'a ', h('I', 'b'))],
    'a _b_',
  ],
  ['code', [h('CODE', 'x'), ' and ', h('PRE', h('CODE', 'a\n  b\n'))], '`x` and\n```\na\n  b\n```'],
  ['code with backticks', [h('PRE', '```')], '````\n```\n````'],
  [
    'lists',
    [h('UL', h('LI', 'a'), h('LI', 'b', h('OL', h('LI', 'c'), h('LI', h('P', 'd')))))],
    '- a\n- b\n  1. c\n  2. d',
  ],
  ['quotes', [h('P', 'a'), h('BLOCKQUOTE', h('P', 'b'), h('P', 'c'))], 'a\n\n> b\n\n> c'],
  ['headings', [h('H2', 'Title'), h('P', 'text')], '**Title**\n\ntext'],
  ['named links', [link('https://a.example/(x)', 'docs')], '[docs](https://a.example/%28x%29)'],
  ['unsafe links', [h('B', 'a '), link('javascript:alert(1)', 'click')], '**a** click'],
  ['line breaks', [h('B', 'a'), h('BR'), 'b', h('BR'), h('BR'), 'c'], '**a**\nb\n\nc'],
  [
    'tables',
    [h('TABLE', h('TR', h('TH', 'a'), h('TH', 'b')), h('TR', h('TD', '1'), h('TD', '2')))],
    '**a**\t**b**\n1\t2',
  ],
  ['hidden parts', [h('B', 'a'), h('STYLE', 'x'), h('SCRIPT', 'y'), styled('display:none', 'z')], '**a**'],
  ['parts of words', [h('B', 'in'), 'visible ', h('B', 'b')], 'invisible **b**'],
  ['neighbours', [h('B', 'a'), h('I', '(b)')], '**a**_(b)_'],
  ['pictures of emoji', [h('B', 'a '), element('IMG', { alt: '🎉' })], '**a** 🎉'],
  [
    'highlighted code of an editor',
    [
      h('B', 'x '),
      element(
        'DIV',
        { 'data-style': 'white-space: pre; font-family: Menlo' },
        styled('font-weight:bold', 'if'),
        '  a',
      ),
    ],
    '**x**\nif  a',
  ],
])('%s', (_, html, marks) => {
  expect(convert(...html)).toBe(marks);
});

test('html that adds nothing leaves the plain text', () => {
  expect(convert(h('P', 'a'), h('P', 'b'))).toBe('');
  expect(convert(link('https://a.example', 'https://a.example'))).toBe('');
  expect(convert(h('TABLE', h('TR', h('TD', '1'), h('TD', '2'))))).toBe('');
});

test('a document that is too large, too deep or made to multiply is left alone', () => {
  expect(convert(...Array.from({ length: 30_000 }, () => h('B', 'a')))).toBeUndefined();
  let deep: Child = 'a';
  for (let depth = 0; depth < 10_000; depth++) deep = h('B', deep);
  expect(convert(deep)).toBeUndefined();
  expect(isSmall('<b>a</b>'.repeat(500))).toBe(true);
  expect(
    isSmall(`${Array.from({ length: 2_000 }, (_, id) => `<b id=${id}>`).join('')}${'<p>'.repeat(2_000)}`),
  ).toBe(false);
  expect(isSmall('a'.repeat(500_001))).toBe(false);
});

test('styles are renamed in tags only', () => {
  expect(renameStyles('<style a>p{}</style><p style="x" title="style=">style="y"</p><i\nSTYLE=z>')).toBe(
    '<noembed a>p{}</noembed><p data-style="x" title="data-style=">style="y"</p><i\ndata-style=z>',
  );
});

function listTexts(nodes: readonly (Inline | TextBlock)[]): string[] {
  return nodes.flatMap(node => {
    if ('text' in node) return [node.text];
    if ('items' in node) return node.items.flatMap(item => listTexts(item.blocks));
    return listTexts('blocks' in node ? node.blocks : node.content);
  });
}

const names = fc.constantFrom(
  ...'B I S CODE P DIV BLOCKQUOTE UL LI A SPAN H1 TABLE TR TD PRE BR IMG SCRIPT svg #comment'.split(' '),
);
const { tree } = fc.letrec<{ tree: HtmlNode }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom('a', 'b ', ' ', 'שלום', '\n', 'x y', '5').map(toNode),
    fc
      .tuple(
        names,
        fc.constantFrom('https://a.example', 'javascript:1', '', 'https://x/)('),
        fc.array(tie('tree'), { maxLength: 4 }),
      )
      .map(([name, href, children]) =>
        element(name, { href }, ...(/^(?:BR|IMG)$/.test(name) ? [] : children)),
      ),
  ),
}));

function readText(node: HtmlNode, isCode = false): string {
  const { nodeName } = node;
  if (nodeName === '#text') return node.nodeValue ?? '';
  if (/^(?:SCRIPT|svg|#comment)$/.test(nodeName)) return '';
  const children = [...node.childNodes];
  // Rows show only their cells.
  const shown = nodeName === 'TR' && !isCode ? children.filter(child => child.nodeName === 'TD') : children;
  return shown.map(child => readText(child, isCode || nodeName === 'PRE')).join('');
}

test('the words of any document are all there once, in order, and nothing else', () => {
  const letters = (text: string) => text.replaceAll(/\s+/g, '');
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), nodes => {
      const body = h('BODY', ...nodes);
      const marks = convert(...nodes);
      if (!marks) return;
      expect(letters(listTexts(parseBlocks(marks)).join(''))).toBe(letters(readText(body)));
      expect(marks.length).toBeLessThan(200 + 60 * (readText(body).length + 1));
    }),
    { numRuns: 500 },
  );
});
