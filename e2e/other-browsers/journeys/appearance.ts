import assert from 'node:assert/strict';
import type { Person } from '../browser-user.ts';
import { button, dialog, openRoom, roomLink, say } from '../chat-queries.ts';
import type { Journey } from '../journey.ts';

export const dark: Journey = {
  name: 'the dark theme is chosen, and stays',
  async go({ ann, bot, look }) {
    await openRoom(ann, await bot.room('Night watch', 3));
    await say(ann, 'It is dark, see https://snug.example/ and `code`');
    const light = await paper(ann);
    await theme(ann, 'Dark');
    await look(ann, 'dark');
    const night = await paper(ann);
    assert.notEqual(night, light);
    await ann.reload();
    await ann.sees(button('Dashboard'));
    assert.equal(await paper(ann), night);
    await theme(ann, 'System');
  },
};

async function theme(person: Person, name: string): Promise<void> {
  await person.click(button('Dashboard'));
  await person.click({ css: 'label', text: name, within: dialog('Dashboard') });
  await person.keys('Escape');
  await person.misses(dialog('Dashboard'));
}

function paper(person: Person): Promise<string> {
  return person.run(() => getComputedStyle(document.documentElement).backgroundColor);
}

export const list: Journey = {
  name: 'a room in the list stays as high as it is when its time gets longer',
  async go({ ann, bot }) {
    await openRoom(ann, await bot.room('Clock tower', 1));
    await ann.sees(roomLink('Clock tower'));
    const heights = await ann.on(roomLink('Clock tower'), async ([link]) => {
      const time = link?.querySelector('time')?.firstChild as Text;
      const before = link?.offsetHeight;
      time.data = '59 minutes ago';
      await new Promise(requestAnimationFrame);
      return [before, link?.offsetHeight];
    });
    assert.equal(heights[1], heights[0]);
  },
};
