import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../browser-user.ts';
import { article, LOG, openRoom } from '../chat-queries.ts';
import type { Query } from '../in-page.ts';
import type { Journey } from '../journey.ts';
import { until } from '../until.ts';

const SCROLLING = readFileSync(
  join(import.meta.dirname, '../../../testkit/src/browser/scrolling-page.js'),
  'utf8',
);
const JUMP: Query = { role: 'button', starts: 'Jump to latest' };
/** A row is painted at whole pixels, its box is not. */
const MOST_PX = 2;

export const history: Journey = {
  name: 'reading up through a hundred messages moves nothing',
  async go({ ann, bot }) {
    const room = await bot.room('Archive', 100);
    await openRoom(ann, room);
    await ann.sees(article('Line 100.'));
    assert.ok((await fromEnd(ann)) < 2, 'a room opens at its newest message');
    await ann.browser.run(`() => { ${SCROLLING} }`);
    let jump = 0;
    await until(
      async () => {
        const noted = (await ann.browser.run('() => scrollFor(400, -20)')) as { jump: number };
        jump = Math.max(jump, noted.jump);
        return (await ann.count(article('Line 1.'))) > 0;
      },
      () => 'the first message never came',
      60_000,
    );
    assert.ok(jump <= MOST_PX, `a row moved by ${jump} px beside the scrolling`);
  },
};

export const arrivals: Journey = {
  name: 'what arrives moves nobody who reads further up, and brings who is at the end along',
  async go({ ann, ben, bot }) {
    const room = await bot.room('Mooring', 60);
    await openRoom(ann, room);
    await openRoom(ben, room);
    await ann.sees(article('Line 60.'));
    await ann.scroll(LOG, -700);
    await until(
      async () => (await fromEnd(ann)) > 100,
      () => 'the wheel did nothing',
    );
    const [row, before] = await middle(ann);
    for (let more = 1; more <= 5; more++) await bot.say(room, `News ${more}`);
    await ben.sees(article('News 5'));
    assert.ok((await fromEnd(ben)) < 2, 'who is at the end stays there');
    await ann.sees({ ...JUMP, text: '5' });
    const after = await ann.on(article(row), ([row]) => row?.getBoundingClientRect().top ?? 0);
    assert.ok(Math.abs(after - before) <= 1, `${row} moved by ${after - before} px`);
    await ann.click(JUMP);
    await until(
      async () => (await fromEnd(ann)) < 2,
      () => 'not taken to the newest message',
    );
  },
};

function fromEnd(person: Person): Promise<number> {
  return person.on(LOG, ([log]) => (log ? log.scrollHeight - log.scrollTop - log.clientHeight : Number.NaN));
}

/** The words of the row in the middle of what is in view, and where it stands. */
function middle(person: Person): Promise<[string, number]> {
  return person.on(LOG, ([log]) => {
    const { left, top, width, height } = log?.getBoundingClientRect() ?? new DOMRect();
    const row = document.elementFromPoint(left + width / 3, top + height / 2)?.closest('article');
    const words = row?.querySelector('[data-words]')?.textContent?.split('\n')[0] ?? '';
    return [words, row?.getBoundingClientRect().top ?? 0] as [string, number];
  });
}
