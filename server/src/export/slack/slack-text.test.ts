import { expect, test } from 'vitest';
import { toSlackText } from './slack-text.ts';

const CASES: [text: string, marks: string, elements: object[]][] = [
  [
    '**a _b_** `c*`',
    '*a _b_* `c*`',
    [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'a ', style: { bold: true } },
          { type: 'text', text: 'b', style: { bold: true, italic: true } },
          { type: 'text', text: ' ' },
          { type: 'text', text: 'c*', style: { code: true } },
        ],
      },
    ],
  ],
  [
    'x\n```ts\na < b\n```\n> q\n> r',
    'x\n```\na &lt; b\n```\n&gt; q\n&gt; r',
    [
      { type: 'rich_text_section', elements: [{ type: 'text', text: 'x' }] },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'a < b' }] },
      {
        type: 'rich_text_quote',
        elements: [
          { type: 'text', text: 'q' },
          { type: 'text', text: '\n' },
          { type: 'text', text: 'r' },
        ],
      },
    ],
  ],
  [
    '- a\n  - b\n3. c\n4. d',
    '• a\n    • b\n3. c\n4. d',
    [
      {
        type: 'rich_text_list',
        style: 'bullet',
        indent: 0,
        border: 0,
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'a' }] }],
      },
      {
        type: 'rich_text_list',
        style: 'bullet',
        indent: 1,
        border: 0,
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'b' }] }],
      },
      {
        type: 'rich_text_list',
        style: 'ordered',
        indent: 0,
        border: 0,
        offset: 2,
        elements: ['c', 'd'].map(text => ({ type: 'rich_text_section', elements: [{ type: 'text', text }] })),
      },
    ],
  ],
  [
    '[the plan](https://a.example/x) :parrot:',
    '<https://a.example/x|the plan> :parrot:',
    [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'link', url: 'https://a.example/x', text: 'the plan' },
          { type: 'text', text: ' ' },
          { type: 'emoji', name: 'parrot' },
        ],
      },
    ],
  ],
];

test.each(CASES)('%j has the marks and the blocks of Slack', (text, marks, elements) => {
  expect(toSlackText(text, [])).toEqual({ text: marks, blocks: [{ type: 'rich_text', elements }] });
});
