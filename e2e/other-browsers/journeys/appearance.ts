import assert from 'node:assert/strict';
import type { BrowserUser } from '../browser-user.ts';
import { button, dialog, openRoom, roomLink, sendMessage } from '../chat-queries.ts';
import type { Journey } from '../journey.ts';

export const dark: Journey = {
  name: 'the chosen dark theme survives a reload',
  async run({ ann, bot, takeScreenshots }) {
    await openRoom(ann, await bot.createRoom('Night watch', 3));
    await sendMessage(ann, 'It is dark, see https://snug.example/ and `code`');
    const light = await readBackgroundColor(ann);
    await chooseTheme(ann, 'Dark');
    await takeScreenshots(ann, 'dark');
    const night = await readBackgroundColor(ann);
    assert.notEqual(night, light);
    await ann.reload();
    await ann.waitFor(button('Dashboard'));
    assert.equal(await readBackgroundColor(ann), night);
    await chooseTheme(ann, 'System');
  },
};

async function chooseTheme(person: BrowserUser, name: string): Promise<void> {
  await person.click(button('Dashboard'));
  await person.click({ css: 'label', text: name, within: dialog('Dashboard') });
  await person.pressKeys('Escape');
  await person.waitUntilGone(dialog('Dashboard'));
}

function readBackgroundColor(person: BrowserUser): Promise<string> {
  return person.run(() => getComputedStyle(document.documentElement).backgroundColor);
}

export const list: Journey = {
  name: 'a room in the list keeps its height when its time gets longer',
  async run({ ann, bot }) {
    await openRoom(ann, await bot.createRoom('Clock tower', 1));
    await ann.waitFor(roomLink('Clock tower'));
    const heights = await ann.evaluateOn(roomLink('Clock tower'), async ([link]) => {
      const time = link?.querySelector('time')?.firstChild as Text;
      const before = link?.offsetHeight;
      time.data = '59 minutes ago';
      await new Promise(requestAnimationFrame);
      return [before, link?.offsetHeight];
    });
    assert.equal(heights[1], heights[0]);
  },
};
