import { until } from '@snug/testkit/until.ts';
import type { BrowserUser } from '../browser-user.ts';
import {
  article,
  button,
  COMPOSER,
  LOG,
  likeCount,
  openRoom,
  SEND,
  sendMessage,
  waitUntilStored,
} from '../chat-queries.ts';
import type { Query } from '../in-page.ts';
import { type Journey, type JourneyContext, UnsupportedError } from '../journey.ts';

export const touch: Journey = {
  name: 'touch writes two lines, sends them, and switches between rooms',
  async run(context) {
    const cleo = await context.openTouchUser();
    if (!(await isTouch(cleo))) throw new UnsupportedError('there is no touch screen');
    const room = await context.bot.createRoom('Shore', 3);
    await openRoom(cleo, room);
    await cleo.tap(COMPOSER);
    await cleo.type('First line');
    await cleo.pressKeys('Enter');
    await cleo.type('second line');
    await cleo.tap(SEND);
    await cleo.waitFor(article('First line\nsecond line'));
    await waitUntilStored(cleo, 'First line');
    await context.takeScreenshots(cleo, 'touch');
    await navigateRooms(cleo, 'tap', 'Shore');
  },
};

const SHEET: Query = { role: 'dialog', starts: 'Cleo, ' };
/** Longer than the threshold of a long press. */
const LONG_PRESS_MS = 800;

export const sheet: Journey = {
  name: 'a tap and a long press open the actions of a message',
  async run(context) {
    const cleo = await context.openTouchUser();
    if (!(await isTouch(cleo))) throw new UnsupportedError('there is no touch screen');
    await openRoom(cleo, await context.bot.createRoom('Beach'));
    await cleo.tap(COMPOSER);
    await cleo.type('Touch me');
    await cleo.tap(SEND);
    await waitUntilStored(cleo, 'Touch me');
    const words = { css: '[data-words]', within: article('Touch me') };
    await cleo.tap(words);
    await cleo.waitFor(SHEET);
    await context.takeScreenshots(cleo, 'sheet');
    await cleo.tap(button('Like', SHEET));
    await cleo.waitUntilGone(SHEET);
    await cleo.waitFor(likeCount(1, 'Touch me'));
    await cleo.hold(words, LONG_PRESS_MS);
    await cleo.waitFor(SHEET);
    await cleo.tap(button('Delete message', SHEET));
    await cleo.tap(button('Delete', { role: 'alertdialog' }));
    await cleo.waitUntilGone(article('Touch me'));
  },
};

/** Dispatches touch events in the page, for browsers whose driver has no touch input. */
export const longPress: Journey = {
  name: 'the events of a long press open the actions of a message',
  async run({ ben, bot }) {
    await openRoom(ben, await bot.createRoom('Cove', 2));
    const actions: Query = { role: 'dialog', starts: 'Bot, ' };
    // The page listens to presses as soon as it is idle.
    await until('a long press opens the actions', async () => {
      await ben.evaluateOn(
        { css: '[data-words]', within: article('Line 2.') },
        async ([words], time) => {
          const touch = { pointerType: 'touch', isPrimary: true, bubbles: true };
          words?.dispatchEvent(new PointerEvent('pointerdown', touch));
          await new Promise(resolve => setTimeout(resolve, time));
          words?.dispatchEvent(new PointerEvent('pointerup', touch));
        },
        LONG_PRESS_MS,
      );
      return (await ben.count(actions)) > 0;
    });
    await ben.waitFor(button('Copy text', actions));
    await ben.pressKeys('Escape');
    await ben.waitUntilGone(actions);
  },
};

export const swipe: Journey = {
  name: 'scrolling by touch opens nothing',
  async run(context) {
    const cleo = await context.openTouchUser();
    if (!(await isTouch(cleo))) throw new UnsupportedError('there is no touch screen');
    await openRoom(cleo, await context.bot.createRoom('Dunes', 40));
    await cleo.waitFor(article('Line 40.'));
    await cleo.swipe(LOG, 200);
    await cleo.waitUntilGone({ role: 'dialog' });
  },
};

export const narrow: Journey = {
  name: 'a narrow page switches between rooms',
  async run({ ann, bot }: JourneyContext) {
    await openRoom(ann, await bot.createRoom('Strait', 3));
    // Other rooms are listed below one's own, and load when one scrolls to them.
    await sendMessage(ann, 'Through it');
    await waitUntilStored(ann, 'Through it');
    await ann.browser.resize({ width: 375, height: 812 });
    await navigateRooms(ann, 'click', 'Strait');
    await ann.browser.resize(ann.size);
  },
};

async function navigateRooms(person: BrowserUser, press: 'tap' | 'click', room: string): Promise<void> {
  await person[press](button('Room Information'));
  await person[press](button('Close', { role: 'dialog' }));
  await person.waitUntilGone({ role: 'dialog' });
  await person[press]({ role: 'link', name: 'Back to rooms' });
  await person[press]({ role: 'link', starts: room });
  await person.waitFor({ role: 'heading', name: room });
}

function isTouch(person: BrowserUser): Promise<boolean> {
  return person.run(() => matchMedia('(pointer: coarse)').matches);
}
