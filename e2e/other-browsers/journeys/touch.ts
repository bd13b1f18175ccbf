import { article, button, COMPOSER, isStored, openRoom, SEND } from '../chat.ts';
import { Impossible, type Journey, type World } from '../journey.ts';
import type { Person } from '../person.ts';

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
