import { expect, test } from 'vitest';
import { StyledText } from '../../text/styled-text.ts';
import { type Dialect, Markdown } from './markdown.ts';

const DISCORD: Dialect = { special: /^<@\d+>/, specialStart: /<@/, isDiscord: true };
const MATTERMOST: Dialect = { special: /^:[a-z_]+:/, specialStart: /:[a-z]/ };

function convert(markdown: string, dialect = MATTERMOST) {
  const changes: string[] = [];
  const text = new StyledText();
  new Markdown(dialect).add(text, markdown, {
    addSpecial: (text, raw, styles) => text.mention('ann', raw, styles),
    addPlain: (text, value, styles) => text.text(value, styles),
    change: what => changes.push(what),
  });
  const { text: result, differs, mentions } = text.finish();
  return { text: result, changes, differs, mentions };
}

test('marks become those of Snug', () => {
  expect(convert('**b** *i* _i_ ~~s~~ `c*c` \\*plain\\* __b__').text).toBe(
    '**b** _i i_ ~~s~~ `c*c` \\*plain\\* **b**',
  );
});

test.each([
  ['a\n\nb', 'a\n\nb'],
  ['a\nb', 'a\nb'],
  ['a\n\n\n\nb', 'a\n\n\n\nb'],
  ['> q\n> r\n\nafter', '> q\n> r\n\nafter'],
  ['- one\n  - two\n- three', '- one\n  - two\n- three'],
  ['3. one\n4. two', '3. one\n4. two'],
  ['- [x] done\n- [ ] open', '- [x] done\n- [ ] open'],
  ['```js\nlet a = 1;\n```\nafter', '```js\nlet a = 1;\n```\nafter'],
  ['see https://example.com/a_b_c.', 'see https://example.com/a_b_c.'],
  ['<https://example.com/>', 'https://example.com/'],
  ['[label](https://example.com/)', '[label](https://example.com/)'],
])('%j becomes %j', (markdown, text) => {
  expect(convert(markdown).text).toBe(text);
  expect(convert(markdown, DISCORD).text).toBe(text);
});

test('headings, tables and pictures become text', () => {
  const { text, changes } = convert(
    '# Head\n\n| a | b |\n|---|---|\n| 1 | *2* |\n\n![pic](https://example.com/i.png)',
  );
  expect(text).toBe('**Head**\n\n**a** | **b**\n1 | _2_\n\n[pic](https://example.com/i.png)');
  expect(changes).toEqual(['markdown.heading', 'markdown.table', 'markdown.picture']);
});

test('Discord has spoilers and underlines, and no tables, rules and indented code', () => {
  const { text, changes } = convert('||**a** b|| __u__\n---\n    code\n<b>\n[x]: y', DISCORD);
  expect(text).toBe('||**a** b|| u\n---\n    code\n<b>\n[x]: y');
  expect(changes).toEqual(['style.spoiler', 'style.underline']);
});

test('special pieces keep the marks around them', () => {
  expect(convert('**<@1>** <@2>', DISCORD).mentions).toHaveLength(2);
});

test('thousands of nested quotes stay text', () => {
  const { text, changes } = convert('>'.repeat(20_000));
  expect(text.length).toBeGreaterThanOrEqual(20_000);
  expect(changes).toEqual(['text.not_parsed']);
});
