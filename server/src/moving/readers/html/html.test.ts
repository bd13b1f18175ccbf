import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { StyledText } from '../../text/styled-text.ts';
import { addHtml, type HtmlNames } from './html.ts';

function read(html: string) {
  const changes: string[] = [];
  const names: HtmlNames = {
    addPlain: (text, value, styles) => text.text(value, styles),
    addMention: (text, href, label, styles) => {
      if (href.startsWith('user:')) text.mention('uid', label, styles);
      return href.startsWith('user:');
    },
    addElement: (text, { name, attributes }, styles) => {
      if (name === 'x-name') text.text(attributes.of ?? '', styles);
      return name === 'x-name';
    },
    change: what => changes.push(what),
  };
  const text = new StyledText();
  addHtml(text, html, names);
  return { text: text.finish().text, changes };
}

test.each([
  ['a <b>b</b> <code>c</code> <i>d</i>', 'a **b** `c` _d_'],
  ['<b>a &amp; b</b>', '**a & b**'],
  [' <p> one\n two </p>\n<p>three</p>', 'one two\n\nthree'],
  ['one<br>two<br/>three', 'one\ntwo\nthree'],
  ['<div>one</div><div>two</div>', 'one\ntwo'],
  ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>after', '- a\n  - b\n- c\nafter'],
  ['<ol start="2"><li><p>a</p></li><li>b</li></ol>', '2. a\n3. b'],
  ['before<blockquote><p>q</p></blockquote>after', 'before\n> q\nafter'],
  ['<pre><code class="language-ts">a\n  b</code></pre>', '```ts\na\n  b\n```'],
  ['see <a href="https://a.example">the <b>page</b></a>, now', 'see [the page](https://a.example), now'],
  ['hi <a href="user:1">Ann</a>!', 'hi @Ann!'],
  ['a <x-name of="Ann">hidden</x-name> b', 'a Ann b'],
  ['a<script>hidden</script><mx-reply>hidden <b>too</b></mx-reply>b', 'ab'],
  ['<table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>', 'a | b\nc'],
  ['<img alt=":cat:"> <a>no link</a>', ':cat: no link'],
  ['2 *3* <b>4', '2 \\*3\\* **4**'],
])('%s shows as %s', (html, shown) => {
  expect(read(html).text).toBe(shown);
});

test('what shows in another way is named', () => {
  expect(read('<h1>a</h1><u>b</u><span data-mx-spoiler>c</span>').changes).toEqual([
    'markdown.heading',
    'style.underline',
    'style.spoiler',
  ]);
});

test('no HTML loses its words, and no words come twice', () => {
  const parts =
    '<p> </p> <li> <ul> </ul> <b> </b> <blockquote> <a_href="x:"> </a> <br> <pre> </pre> <td> <x-other> </div> &lt;';
  const part = constantFrom('word ', ' word', '\n', ...parts.split(' ').map(each => each.replace('_', ' ')));
  assert(
    property(array(part, { maxLength: 30 }), parts => {
      const html = parts.join('');
      const count = (text: string) => text.split('word').length;
      expect(count(read(html).text)).toBe(count(html));
    }),
  );
});
