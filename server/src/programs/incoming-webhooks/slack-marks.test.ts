import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { translateSlackMarks, translateSlackWords, writeLink } from './slack-marks.ts';

const CASES = [
  ['*bold*, _italic_ and ~gone~', '**bold**, _italic_ and ~~gone~~'],
  ['*two words* and *three more words*.', '**two words** and **three more words**.'],
  ['**Firing** and ~~gone~~ stay', '**Firing** and ~~gone~~ stay'],
  ['2*3*4, * item, a ~5 b', '2*3*4, * item, a ~5 b'],
  ['`*code*` and ```*more*\n*code*```', '`*code*` and ```*more*\n*code*```'],
  ['*see `a*b`*', '**see `a*b`**'],
  ['Disk &lt; 5% &amp; rising &gt; fast', 'Disk < 5% & rising > fast'],
  ['&amp;lt;', '&lt;'],
  ['&gt; quoted', '> quoted'],
  ['<https://ci.example.org/runs/1>', 'https://ci.example.org/runs/1'],
  ['<https://ci.example.org/runs/1|run 1> failed', '[run 1](https://ci.example.org/runs/1) failed'],
  ['*<https://ci.example.org/*|*all*>*', '**[*all*](https://ci.example.org/*)**'],
  ['<https://ci.example.org|ci.example.org>', 'https://ci.example.org'],
  ['<https://ci.example.org/?a=1&amp;b=2|x>', '[x](https://ci.example.org/?a=1&b=2)'],
  ['<mailto:ann@example.org|ann@example.org>', 'ann@example.org'],
  ['<tel:+49123|call> <a::b|c>', 'call (tel:+49123) c'],
  ['<!channel> <!here> <!everyone>', '@channel @here @everyone'],
  ['<!here|here> <!subteam^S1|@ops> <!subteam^S1>', '@here @ops @subteam'],
  ['<!DOCTYPE html> <!-- note --> <!>', '<!DOCTYPE html> <!-- note --> <!>'],
  ['<!date^1392734382^{date}|18 Feb 2014> <!date^1392734382^{date}>', '18 Feb 2014 2014-02-18 14:39 UTC'],
  ['<!date^1^{date}^https://a.example/|May> <!date^x^{date}>', '[May](https://a.example/) '],
  ['<@U024BE7LH> <@U024BE7LH|bob> <#C1|general> <#C1> <#C1|>', '@U024BE7LH @bob #general #C1 #C1'],
  [
    ':fire::+1::skin-tone-3: 10:30:45 :nobody: a:b:c `:fire:` ::1',
    '🔥👍🏼 10:30:45 :nobody: a:b:c `:fire:` ::1',
  ],
  ['<https://a.example|:tada: all>', '[🎉 all](https://a.example)'],
  ['a\n&gt;&gt;&gt; one\n\ntwo', 'a\n> one\n> \n> two'],
  ['```\n>>> print()\n```', '```\n>>> print()\n```'],
  ['std::vector<int> and a <b> c', 'std::vector<int> and a <b> c'],
  ['`<https://a.example|name>`', '`name`'],
] as const;

for (const [slack, snug] of CASES)
  test(`BT10 Slack's ${slack} becomes ${snug}`, () => {
    expect(translateSlackMarks(slack)).toBe(snug);
  });

test('BT10 the mentions and links of a title become words, and other signs stay', () => {
  expect(translateSlackWords('<!channel> <!here|here> <@U1> <#C1|ops> <!subteam^S1|@team>')).toBe(
    '@channel @here @U1 #ops @team',
  );
  expect(
    translateSlackWords('<https://a.example|Go> &lt;!here&gt; *x* :fire: <b> a<x|y> <!DOCTYPE html>'),
  ).toBe('Go <!here> *x* 🔥 <b> a<x|y> <!DOCTYPE html>');
});

test('the address of a named link keeps its end, and the label its words', () => {
  expect(writeLink('a (b', 'https://a.example/x_(y)')).toBe('[a (b](https://a.example/x_(y))');
  expect(writeLink('x', 'https://a.example/x)y')).toBe('[x](https://a.example/x%29y)');
  expect(writeLink('[FIRING:1] High', 'https://a.example')).toBe('[[FIRING:1] High](https://a.example)');
  expect(writeLink(']a[', 'https://a.example')).toBe('[)a(](https://a.example)');
  expect(writeLink('two\nlines', 'https://a.example')).toBe('[two lines](https://a.example)');
  expect(writeLink('press', 'javascript:alert(1)')).toBe('press');
});

test('the translation loses no letter of a text', () => {
  const anyText = fc.string({
    unit: fc.constantFrom('*', '~', '`', '<', '>', '|', '\n', ' ', 'a', 'b', '_', '&'),
  });
  fc.assert(
    fc.property(anyText, text => {
      const letters = (value: string) => value.replace(/[^ab]/g, '');
      // The label replaces what it names.
      fc.pre(!/<[^<>\n]*\|/.test(text));
      expect(letters(translateSlackMarks(text))).toBe(letters(text));
    }),
  );
});
