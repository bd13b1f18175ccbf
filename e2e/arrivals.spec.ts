import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { PageMeter } from '@snug/testkit/browser/page-meter.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expect, test } from './fixtures.ts';

/** Ben reads at the end of a room in which Ann writes. Everything that loads when the page is idle is there. */
async function openRoom(ann: ChatPage, ben: ChatPage, name: string): Promise<void> {
  await ann.createRoom(name, 'Much arrives here');
  await ben.openRoom(name);
  await ben.joinRoom();
  // Hovering a row shows its buttons.
  await ben.page.mouse.move(0, 0);
  for (let line = 1; line <= 20; line++) await ann.sendMessage(`Line ${line}.`);
  const last = ben.getArticle('Line 20.');
  await expect(last).toBeInViewport();
  await expect(last.getByRole('button', { name: 'Reply', includeHidden: true })).toBeAttached();
  await expect(
    ben.page
      .locator('output', { hasText: 'Line 20.' })
      .or(ben.page.locator('output', { hasText: 'new messages' })),
  ).toBeAttached();
  await expect(ben.page).toHaveTitle(`${name} · Snug`);
}

/** Records which parts of the page change from now on. */
async function recordChanges(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const changes = new Set<string>();
    const describe = ({ target, type, attributeName, addedNodes, removedNodes }: MutationRecord) => {
      const element = target instanceof Element ? target : target.parentElement;
      if (element?.closest('nav li')) return 'a room of the list';
      if (element?.closest('nav')) return `the list of rooms: ${element.localName} ${attributeName ?? type}`;
      if (element?.closest('output')) return 'the announcement';
      const isNew = removedNodes.length === 0 && Array.from(addedNodes, ({ nodeName }) => nodeName);
      if (isNew && isNew.includes('ARTICLE')) return 'a new row';
      if (element?.localName === 'textarea' || element?.querySelector(':scope > textarea'))
        return 'the text field';
      return `${element?.closest('article')?.id ?? element?.closest('[class]')?.className ?? ''} ${element?.localName} ${attributeName ?? type}`;
    };
    const observer = new MutationObserver(records => {
      for (const record of records) changes.add(describe(record));
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(globalThis, { readChanges: () => [...changes].toSorted() });
  });
  return () => page.evaluate('readChanges()');
}

test('an arrival changes its row and those that show it, with one layout; a key changes the text field', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await openRoom(ann, ben, 'Station');
  const { page } = ann;
  const readArrivals = await recordChanges(ben.page);
  const count = 10;
  const meter = await PageMeter.attach(ben.page);
  let sent = 0;
  const measureLayouts = async () => {
    const { layouts } = await meter.measure(async () => {
      for (let train = 1; train <= count; train++) {
        sent++;
        // Without the line that shows who is typing.
        await sendCommand(new URL(page.url()).origin, page.context(), 'send_message', {
          roomId: ann.roomId,
          text: `Train ${sent}.`,
        });
        // Reads no layout.
        await expect
          .poll(() => ben.page.evaluate('document.querySelectorAll("article").length'))
          .toBe(20 + sent);
      }
    });
    return layouts / count;
  };
  // On a busy machine, other changes of the page can come while ten messages arrive.
  await expect.poll(measureLayouts, { timeout: 60_000 }).toBeLessThanOrEqual(1.3);
  expect(['a new row', 'a room of the list', 'the announcement']).toEqual(
    expect.arrayContaining(await readArrivals()),
  );

  await ben.composer.pressSequentially('Al');
  const listChanged = async () => {
    const readKeys = await recordChanges(ben.page);
    await ben.composer.pressSequentially('l aboard: we leave');
    return await readKeys();
  };
  // Meanwhile a minute can be over, which changes the times in the list.
  await expect.poll(listChanged, { timeout: 60_000 }).toEqual(['the text field']);
});

test('an arrival costs as much work with 300 rows as with 30', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await openRoom(ann, ben, 'Depot');
  const { page, roomId } = ann;
  const send = (text: string) =>
    sendCommand(new URL(page.url()).origin, page.context(), 'send_message', { roomId, text });
  const meter = await PageMeter.attach(ben.page);
  const count = 12;
  let rows = 20;
  const measure = () =>
    meter.countCalls(async () => {
      for (let wagon = 1; wagon <= count; wagon++) {
        await send(`Wagon ${wagon}.`);
        await expect
          .poll(() => ben.page.evaluate('document.querySelectorAll("article").length'))
          .toBe(++rows);
      }
    });
  const few = await measure();
  while (rows < 300) {
    await send(`Coach ${rows}.`);
    rows++;
  }
  await expect.poll(() => ben.page.evaluate('document.querySelectorAll("article").length')).toBe(rows);
  const many = await measure();
  // Loops over what is loaded remain; nothing renders.
  expect(many / few).toBeLessThanOrEqual(2);
});

test('a hidden page, which paints no frames, follows with its title and its rows', async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await openRoom(ann, ben, 'Harbour');
  await ben.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    globalThis.requestAnimationFrame = () => 0;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  for (const ship of ['One', 'Two', 'Three']) await ann.sendMessage(`Ship ${ship}.`);
  await expect(ben.page).toHaveTitle('(3) Harbour · Snug');
  await expect(ben.getArticle('Ship Three.')).toBeAttached();
});

test('below a pointer at rest, arrivals show no buttons and cost one layout; the row under it shows them when it moves', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await openRoom(ann, ben, 'Market');
  const { page, roomId } = ann;
  const send = async (text: string) => {
    const rows = await ben.page.getByRole('article').count();
    await sendCommand(new URL(page.url()).origin, page.context(), 'send_message', { roomId, text });
    // Reads no layout.
    await expect.poll(() => ben.page.evaluate('document.querySelectorAll("article").length')).toBe(rows + 1);
  };
  // Only the icons are hidden.
  const replies = ben.page.getByRole('article').getByRole('button', { name: 'Reply' });
  const shown = replies.filter({ has: ben.page.locator('svg:visible') });
  const box = await ben.getArticle('Line 20.').getByRole('button', { name: 'Reply' }).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
  await ben.page.mouse.move(x, y);
  await expect(shown).toHaveCount(1);
  // A second after the pointer, the list moves by itself.
  await expect
    .poll(async () => {
      await send('A stall opens.');
      return shown.count();
    })
    .toBe(0);

  const count = 10;
  const meter = await PageMeter.attach(ben.page);
  const { layouts } = await meter.measure(async () => {
    for (let stall = 1; stall <= count; stall++) await send(`Stall ${stall}.`);
  });
  expect(layouts / count).toBeLessThanOrEqual(1.3);
  await expect(shown).toHaveCount(0);

  await ben.composer.focus();
  for (const word of ['Which', 'stall', 'opens', 'next']) {
    await ben.page.keyboard.type(word);
    await send(`A stall for ${word}.`);
    await expect(shown).toHaveCount(0);
  }

  // A press on a button that nobody saw only shows it.
  await ben.page.mouse.down();
  await ben.page.mouse.up();
  await expect(shown).toHaveCount(1);
  await expect(ben.page.getByRole('button', { name: 'Cancel reply' })).toHaveCount(0);

  await ben.page.mouse.move(x, y - 1);
  await expect(shown).toHaveCount(1);
  const id = await ben.page.evaluate(
    ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('article')?.id,
    [x, y - 1],
  );
  const reply = ben.page.locator(`[id="${id}"]`).getByRole('button', { name: 'Reply' });
  await expect(reply.locator('svg')).toBeVisible();
  await reply.click();
  await expect(ben.page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
});
