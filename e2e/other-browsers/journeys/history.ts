import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@snug/testkit/until.ts';
import type { BrowserUser } from '../browser-user.ts';
import { article, LOG, openRoom } from '../chat-queries.ts';
import type { Query } from '../in-page.ts';
import type { Journey } from '../journey.ts';

const SCROLLING = readFileSync(
  join(import.meta.dirname, '../../../testkit/src/browser/scrolling-page.js'),
  'utf8',
);
const JUMP: Query = { role: 'button', starts: 'Jump to latest' };
/** Browsers paint rows at whole pixels, but their boxes have fractions. */
const MAX_SHIFT_PX = 2;

export const history: Journey = {
  name: 'scrolling up through a hundred messages moves nothing',
  async run({ ann, bot }) {
    const room = await bot.createRoom('Archive', 100);
    await openRoom(ann, room);
    await ann.waitFor(article('Line 100.'));
    assert.ok((await getDistanceFromEnd(ann)) < 2, 'a room opens at its newest message');
    await ann.browser.run(`() => { ${SCROLLING} }`);
    let jump = 0;
    await until('the first message shows', async () => {
      const noted = (await ann.browser.run('() => scrollFor(400, -20)')) as { jump: number };
      jump = Math.max(jump, noted.jump);
      return (await ann.count(article('Line 1.'))) > 0;
    });
    assert.ok(jump <= MAX_SHIFT_PX, `a row moved by ${jump} px beside the scrolling`);
  },
};

export const arrivals: Journey = {
  name: 'new messages move the list only for people at its end',
  async run({ ann, ben, bot }) {
    const room = await bot.createRoom('Mooring', 60);
    await openRoom(ann, room);
    await openRoom(ben, room);
    await ann.waitFor(article('Line 60.'));
    await ann.scroll(LOG, -700);
    await until('the wheel scrolls the list', async () => (await getDistanceFromEnd(ann)) > 100);
    const [row, before] = await findMiddleRow(ann);
    for (let more = 1; more <= 5; more++) await bot.sendMessage(room, `News ${more}`);
    await ben.waitFor(article('News 5'));
    assert.ok((await getDistanceFromEnd(ben)) < 2, 'a reader at the end stays there');
    await ann.waitFor({ ...JUMP, text: '5' });
    const after = await ann.evaluateOn(article(row), ([row]) => row?.getBoundingClientRect().top ?? 0);
    assert.ok(Math.abs(after - before) <= 1, `${row} moved by ${after - before} px`);
    await ann.click(JUMP);
    await until('the list is at its end', async () => (await getDistanceFromEnd(ann)) < 2);
  },
};

function getDistanceFromEnd(person: BrowserUser): Promise<number> {
  return person.evaluateOn(LOG, ([log]) =>
    log ? log.scrollHeight - log.scrollTop - log.clientHeight : Number.NaN,
  );
}

/** The text and the offset of the row in the middle of the viewport. */
function findMiddleRow(person: BrowserUser): Promise<[string, number]> {
  return person.evaluateOn(LOG, ([log]) => {
    const { left, top, width, height } = log?.getBoundingClientRect() ?? new DOMRect();
    const row = document.elementFromPoint(left + width / 3, top + height / 2)?.closest('article');
    const words = row?.querySelector('[data-words]')?.textContent?.split('\n')[0] ?? '';
    return [words, row?.getBoundingClientRect().top ?? 0] as [string, number];
  });
}
