import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Person } from '../people/person.ts';
import { cleanText } from '../text/clean-text.ts';
import { parseBlocks, type TextBlock } from './blocks.ts';
import type { Inline } from './inline.ts';
import { parseMentionBlocks } from './mention-text.ts';
import type { TextMention } from './text-mention.ts';

const ANN: Person = { uid: 'ann', name: 'Ann', createdAt: 0, version: 1 };

function findMentions(text: string): TextMention[] {
  return [...text.matchAll(/@[A-Z]\w+/g)].map(({ 0: found, index }) => ({
    uid: ANN.uid,
    start: index,
    length: found.length,
    person: ANN,
  }));
}

function describe(of: readonly Inline[]): string {
  return of
    .map(part => {
      if (part.kind === 'mention') return `{${part.text}}`;
      if (!('content' in part)) return part.text;
      return part.kind === 'link'
        ? `<${part.href} ${describe(part.content)}>`
        : `${part.kind}(${describe(part.content)})`;
    })
    .join('');
}

function describeBlock(block: TextBlock): string {
  if (block.kind === 'code') return `[[${block.text}]]`;
  if (block.kind === 'paragraph') return describe(block.content);
  if (block.kind === 'quote') return block.blocks.map(describeBlock).join('|');
  return block.items.map(({ blocks }) => blocks.map(describeBlock).join('')).join('|');
}

const parse = (text: string) => parseMentionBlocks(text, findMentions(text)).map(describeBlock).join('|');

test.each([
  ['Hi @Ann, and @Ben_x!', 'Hi {@Ann}, and {@Ben_x}!'],
  ['**@Ann** *and @Ben_x_y*', 'bold({@Ann}) italic(and {@Ben_x_y})'],
  ['> @Ann\n- @Ben\n- b', '{@Ann}\n|{@Ben}\n|b'],
  ['`@Ann` @Ann', '@Ann {@Ann}'],
  ['```\n@Ann\n``` @Ann', '[[\n@Ann\n]]| {@Ann}'],
  ['https://a.example/@Ann?x=@Ben', '<https://a.example/@Ann?x=@Ben https://a.example/@Ann?x=@Ben>'],
  ['[to @Ann](https://a.example/@Ben) @Cem', '<https://a.example/@Ben to {@Ann}> {@Cem}'],
  ['\ufffc @Ann \ufffc', '\ufffc {@Ann} \ufffc'],
])('mentions in %j', (text, expected) => {
  expect(parse(text)).toBe(expected);
});

test('V4 a text from before texts were cleaned is shown clean, with its mentions', () => {
  expect(parse('Log for @Ann:\r\n```js\r\nlet a;\r\n```\r\nend')).toBe(
    'Log for {@Ann}:\n|[[\nlet a;\n]]|end',
  );
  expect(parse('\u001b[31mred\u001b[0m\u2028@Ben\u000b> @Cem')).toBe('red\n{@Ben}\n|{@Cem}');
  const mentions = findMentions('@Ann').map(mention => ({ ...mention, start: 9 }));
  expect(parseMentionBlocks('a', mentions).map(describeBlock)).toEqual(['a']);
});

test('a link whose label has a mention always shows its host', () => {
  const [block] = parseMentionBlocks('[@Ann](https://a.example)', findMentions('[@Ann](https://a.example)'));
  expect(block).toMatchObject({ content: [{ kind: 'link', isMisleading: true }] });
});

function collect(blocks: readonly TextBlock[]): TextMention[] {
  const ofInline = (part: Inline): TextMention[] => {
    if (part.kind === 'mention') return [part.mention];
    return 'content' in part ? part.content.flatMap(ofInline) : [];
  };
  return blocks.flatMap(block => {
    if (block.kind === 'quote') return collect(block.blocks);
    if (block.kind === 'code') return [];
    if (block.kind === 'list') return block.items.flatMap(item => collect(item.blocks));
    return block.content.flatMap(ofInline);
  });
}

const PIECE = fc.constantFrom(
  '@Ann',
  '@Ben',
  '*',
  '**',
  '`',
  '```',
  '> ',
  '- ',
  '\n',
  ' ',
  '[',
  '](https://a.example/',
  ')',
  'x',
  '\ufffc',
);

test('any text shows each mention at most once, in its order, and without mentions as before', () => {
  fc.assert(
    fc.property(fc.array(PIECE, { maxLength: 30 }), pieces => {
      const text = cleanText(pieces.join(''));
      const mentions = findMentions(text);
      const shown = collect(parseMentionBlocks(text, mentions));
      expect(shown).toEqual(mentions.filter(mention => shown.includes(mention)));
      expect(parseMentionBlocks(text, [])).toEqual(parseBlocks(text));
    }),
  );
});
