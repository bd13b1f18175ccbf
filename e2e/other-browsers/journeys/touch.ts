import type { Person } from '../browser-user.ts';
import { article, button, COMPOSER, isStored, LOG, openRoom, SEND } from '../chat-queries.ts';
import type { Query } from '../in-page.ts';
import { Impossible, type Journey, type World } from '../journey.ts';

export const touch: Journey = {
  name: 'a finger writes two lines, sends them, and goes from room to room',
  async go(world) {
    const cleo = await world.thumb();
    if (!(await isTouch(cleo))) throw new Impossible('there is no touch screen');
    const room = await world.bot.room('Shore', 3);
    await openRoom(cleo, room);
    await cleo.tap(COMPOSER);
    await cleo.type('First line');
    await cleo.keys('Enter');
    await cleo.type('second line');
    await cleo.tap(SEND);
    await cleo.sees(article('First line\nsecond line'));
    await isStored(cleo, 'First line');
    await world.look(cleo, 'touch');
    await goAround(cleo, 'tap', 'Shore');
  },
};

/** The window of a message's actions. Its name is that of the message: who, and when. */
const SHEET: Query = { role: 'dialog', starts: 'Cleo, ' };
/** Longer than a long press takes, ms. */
const LONG = 800;

export const sheet: Journey = {
  name: 'a tap and a long press open the actions of a message',
  async go(world) {
    const cleo = await world.thumb();
    if (!(await isTouch(cleo))) throw new Impossible('there is no touch screen');
    await openRoom(cleo, await world.bot.room('Beach'));
    await cleo.tap(COMPOSER);
    await cleo.type('Touch me');
    await cleo.tap(SEND);
    await isStored(cleo, 'Touch me');
    const words = { css: '[data-words]', within: article('Touch me') };
    await cleo.tap(words);
    await cleo.sees(SHEET);
    await world.look(cleo, 'sheet');
    await cleo.tap(button('Like', SHEET));
    await cleo.misses(SHEET);
    await cleo.sees({ ...button('Like', article('Touch me')), text: '1' });
    await cleo.hold(words, LONG);
    await cleo.sees(SHEET);
    await cleo.tap(button('Delete message', SHEET));
    await cleo.tap(button('Delete', { role: 'alertdialog' }));
    await cleo.misses(article('Touch me'));
  },
};

/** Where no finger can be had, a page can still be given the events of one. */
export const held: Journey = {
  name: 'the events of a finger that rests on a message open its actions',
  async go({ ben, bot }) {
    await openRoom(ben, await bot.room('Cove', 2));
    await ben.on(
      { css: '[data-words]', within: article('Line 2.') },
      async ([words], time) => {
        const touch = { pointerType: 'touch', isPrimary: true, bubbles: true };
        words?.dispatchEvent(new PointerEvent('pointerdown', touch));
        await new Promise(resolve => setTimeout(resolve, time));
        words?.dispatchEvent(new PointerEvent('pointerup', touch));
      },
      LONG,
    );
    const actions: Query = { role: 'dialog', starts: 'Bot, ' };
    await ben.sees(button('Copy text', actions));
    await ben.keys('Escape');
    await ben.misses(actions);
  },
};

export const swipe: Journey = {
  name: 'a finger that scrolls opens nothing',
  async go(world) {
    const cleo = await world.thumb();
    if (!(await isTouch(cleo))) throw new Impossible('there is no touch screen');
    await openRoom(cleo, await world.bot.room('Dunes', 40));
    await cleo.sees(article('Line 40.'));
    await cleo.swipe(LOG, 200);
    await cleo.misses({ role: 'dialog' });
  },
};

export const narrow: Journey = {
  name: 'on a narrow page one goes from room to room',
  async go({ ann, bot }: World) {
    await openRoom(ann, await bot.room('Strait', 3));
    await ann.browser.resize({ width: 375, height: 812 });
    await goAround(ann, 'click', 'Strait');
    await ann.browser.resize(ann.size);
  },
};

async function goAround(person: Person, press: 'tap' | 'click', room: string): Promise<void> {
  await person[press](button('Room Information'));
  await person[press](button('Close', { role: 'dialog' }));
  await person.misses({ role: 'dialog' });
  await person[press]({ role: 'link', name: 'Back to rooms' });
  await person[press]({ role: 'link', starts: room });
  await person.sees({ role: 'heading', name: room });
}

function isTouch(person: Person): Promise<boolean> {
  return person.run(() => matchMedia('(pointer: coarse)').matches);
}
