import { type Inline, parseBlocks, type TextBlock } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HtmlNode, isSmall, renameStyles } from './html-node.ts';
import { nodeToMarks } from './html-to-marks.ts';
import { keepsWords } from './keeps-words.ts';

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

const EMOJI: Record<string, string> = {
  ':tada:': '🎉',
  ':wave::skin-tone-3:': '👋🏼',
  ':white_check_mark:': '✅',
};

/** `plain`: what programs put beside the document. */
function convertWith(plain: string, ...children: Child[]) {
  return nodeToMarks(h('BODY', ...children), plain, name => EMOJI[name]);
}

function convert(...children: Child[]): string | undefined {
  return convertWith('', ...children)?.text;
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
  expect(convert(h('P', 'a'), h('P', 'b'))).toBeUndefined();
  expect(convert(link('https://a.example', 'https://a.example'))).toBeUndefined();
  expect(convert(h('TABLE', h('TR', h('TD', '1'), h('TD', '2'))))).toBeUndefined();
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

const img = (attributes: Record<string, string>) => element('IMG', attributes);

test.each<[string, HtmlNode, string]>([
  ['Slack', img({ alt: ':tada:', 'data-stringify-type': 'emoji', 'data-stringify-emoji': ':tada:' }), '🎉'],
  ['Slack, a long name', img({ alt: ':white_check_mark:' }), '✅'],
  ['Slack, a skin tone', img({ alt: ':wave::skin-tone-3:' }), '👋🏼'],
  ['a name of a workspace', img({ alt: ':party-parrot:' }), ':party-parrot:'],
  ['Discord', img({ 'aria-label': ':tada:', 'data-type': 'emoji', 'data-name': ':tada:', alt: '🎉' }), '🎉'],
  ['Teams', img({ alt: '🎉', title: 'Party popper', itemtype: 'http://schema.skype.com/Emoji' }), '🎉'],
  ['WhatsApp', img({ 'data-plain-text': '👩🏽‍🚀', alt: '👩🏽‍🚀', class: 'b75 emoji' }), '👩🏽‍🚀'],
  ['Gmail', img({ 'data-emoji': '❤️', 'aria-label': '❤️', goomoji: '2764' }), '❤️'],
  ['Notion', element('SPAN', { role: 'img', 'aria-label': '🇵🇱' }), '🇵🇱'],
  ['Notion with the emoji', element('SPAN', { role: 'img', 'aria-label': '🎉' }, '🎉'), '🎉'],
  ['GitHub', element('G-EMOJI', { alias: 'tada' }, '🎉'), '🎉'],
  ['GitHub without the emoji', element('G-EMOJI', { alias: 'tada' }), '🎉'],
  ['Zulip', element('SPAN', { class: 'emoji emoji-1f389', role: 'img', title: ':tada:' }, ':tada:'), '🎉'],
  ['X', element('DIV', { 'aria-label': '🎉', role: 'img' }, img({ alt: '🎉' })), '🎉'],
  ['a family', img({ alt: '👨‍👩‍👧‍👦' }), '👨‍👩‍👧‍👦'],
  ['a flag of tags', img({ alt: '🏴󠁧󠁢󠁳󠁣󠁴󠁿' }), '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['a keycap', img({ alt: '1️⃣' }), '1️⃣'],
  ['a sign without a variant', img({ alt: '✔' }), '✔'],
  ['two emoji', img({ alt: '🎉🎉' }), '🎉🎉'],
])('a pasted emoji stays: %s', (_, emoji, shown) => {
  expect(convert(h('B', 'Done'), ' ', emoji, ' all')).toBe(`**Done** ${shown} all`);
});

test('names of emoji that are not known yet are reported', () => {
  const names = [':new_one:', ':tada:', ':other:'].map(alt => img({ alt }));
  expect(convertWith(':new_one::tada::other:', ...names)).toEqual({
    text: ':new_one:🎉:other:',
    shortcodes: [':new_one:', ':other:'],
  });
  expect(convertWith('all :tada:', 'all ', img({ alt: ':tada:' })), 'without other formatting').toEqual({
    text: 'all 🎉',
    shortcodes: [],
  });
  expect(convertWith('all 🎉', 'all ', img({ alt: '🎉' })), 'the plain text has it').toBeUndefined();
});

test('other pictures have no text, unless the plain text has it', () => {
  const logo = img({ alt: 'The logo' });
  expect(
    convert(h('B', 'a '), logo, img({ alt: 'x' }), element('SPAN', { role: 'img', 'aria-label': 'x' })),
  ).toBe('**a**');
  expect(convertWith('a The logo', h('B', 'a '), logo)?.text).toBe('**a** The logo');
});

const task = (attributes: Record<string, string>, ...children: Child[]) =>
  element('LI', attributes, ...children);
const checkbox = (isDone: boolean) => element('INPUT', { type: 'checkbox', ...(isDone && { checked: '' }) });

test.each<[string, HtmlNode[]]>([
  ['GitHub', [task({}, checkbox(true), ' done'), task({}, checkbox(false), ' open')]],
  ['GitLab', [task({}, h('P', checkbox(true), ' done')), task({}, h('P', checkbox(false), ' open'))]],
  [
    'Google Docs',
    [
      task(
        { role: 'checkbox', 'aria-checked': 'true' },
        img({ alt: 'checked', 'aria-roledescription': 'checkbox' }),
        'done',
      ),
      task(
        { role: 'checkbox', 'aria-checked': 'false' },
        img({ alt: 'unchecked', 'aria-roledescription': 'checkbox' }),
        'open',
      ),
    ],
  ],
  [
    'Obsidian',
    [task({ 'data-task': 'x' }, checkbox(true), 'done'), task({ 'data-task': ' ' }, checkbox(false), 'open')],
  ],
  [
    'Notion',
    [
      task({}, element('DIV', { class: 'checkbox checkbox-on' }), h('SPAN', 'done')),
      task({}, element('DIV', { class: 'checkbox checkbox-off' }), h('SPAN', 'open')),
    ],
  ],
  [
    'Tiptap',
    [
      task({ 'data-checked': 'true' }, h('LABEL', checkbox(true)), h('DIV', h('P', 'done'))),
      task({ 'data-checked': 'false' }, h('LABEL', checkbox(false)), h('DIV', h('P', 'open'))),
    ],
  ],
  ['Quill', [task({ 'data-list': 'checked' }, 'done'), task({ 'data-list': 'unchecked' }, 'open')]],
])('a pasted task keeps its state: %s', (_, items) => {
  expect(convertWith('[x] done\n[ ] open', h('UL', ...items))?.text).toBe('- [x] done\n- [ ] open');
  expect(convert(h('OL', ...items))).toBe('1. [x] done\n2. [ ] open');
});

test('tasks in tasks, and beside a list', () => {
  const inner = h('UL', task({}, checkbox(false), 'inner'), task({}, 'no task'));
  expect(convert(h('UL', task({}, checkbox(true), 'outer', inner), task({}, inner)))).toBe(
    '- [x] outer\n  - [ ] inner\n  - no task\n  - [ ] inner\n  - no task',
  );
  expect(convert(h('P', checkbox(true), ' alone'), h('B', 'b'))).toBe('[x] alone\n\n**b**');
  expect(convert(h('UL', task({}, 'text ', checkbox(true))))).toBe('- text [x]');
});

test.each(['RFC [2119] draft', '[x] done', 'array[0', 'a ] b', '[] empty', '[[deep]]'])(
  'a link keeps its address with brackets in its label: %s',
  label => {
    const marks = convert('see ', link('https://a.example/x', label), ' and ', h('B', 'more')) ?? '';
    expect(marks).toContain('https://a.example/x');
    expect(marks).toContain(label);
    expect(readLinks(parseBlocks(marks))).toEqual(['https://a.example/x']);
  },
);

function readLinks(nodes: readonly (Inline | TextBlock)[]): string[] {
  return nodes.flatMap(node => {
    if ('href' in node) return [node.href];
    if ('content' in node) return readLinks(node.content);
    return [];
  });
}

test('a document that lacks a word of the plain text is not used', () => {
  for (const [plain, ...html] of [
    ['bold and lost', h('B', 'bold'), ' and'],
    ['a formula x2', h('B', 'a formula'), h('math', 'x2')],
    ['Copy this', h('BUTTON', 'Copy'), h('B', ' this')],
    ['one\ntwo', h('B', 'one'), h('SPAN', 'two')],
    ['twice twice', h('B', 'twice')],
    ['5 €', h('B', '5')],
    ['so 🎉', h('B', 'so'), element('SPAN', { class: 'sprite' })],
    ['了解です', h('B', '了解')],
  ] as const)
    expect([plain, convertWith(plain, ...html)?.text]).toEqual([plain, undefined]);
});

test('differences between programs are no lost words', () => {
  for (const [plain, ...html] of [
    ['• one\n• two', h('UL', h('LI', 'one'), h('LI', 'two'))],
    ['a. one\nb. two', h('OL', h('LI', 'one'), h('LI', 'two'))],
    ['1.\tone\n1.1.\ttwo', h('OL', h('LI', 'one', h('OL', h('LI', 'two'))))],
    ['docs <https://a.example/ü>', link('https://a.example/%C3%BC', 'docs')],
    ['[image: logo.png] Hi', h('B', 'Hi'), img({ alt: 'logo' })],
    ['HEADING', h('H2', 'Heading')],
    ['co\u00adoperate', h('B', 'cooperate')],
    ['e\u0301', h('B', '\u00e9')],
    ['❤ :tada:', h('B', '❤️ '), img({ alt: ':tada:' })],
    ['☑ done', h('UL', task({}, checkbox(true), 'done'))],
    ['a\u00a0b', h('B', 'a\u00a0b')],
  ] as const)
    expect([plain, convertWith(plain, ...html)?.text]).toEqual([plain, expect.any(String)]);
});

test('the paste of any document has every word of any plain text', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'x', 'y', '5', 'שלום', 'new', '🎉', '€'), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), words, (nodes, added) => {
      const plain = added.join(' ');
      const pasted = convertWith(plain, ...nodes)?.text ?? plain;
      for (const word of new Set(added))
        expect(count(pasted, word)).toBeGreaterThanOrEqual(count(plain, word));
    }),
    { numRuns: 500 },
  );
});

function count(text: string, word: string): number {
  const words = text.match(/[\p{L}\p{N}]+|\p{S}/gu) ?? [];
  return words.filter(one => one === word).length;
}

test('a long text is compared in linear time', () => {
  const text = 'word [image: '.repeat(20_000) + '(1.'.repeat(20_000);
  expect(keepsWords(text, text, [])).toBe(true);
});
