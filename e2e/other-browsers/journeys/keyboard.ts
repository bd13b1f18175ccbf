import assert from 'node:assert/strict';
import { until } from '@snug/testkit/until.ts';
import type { BrowserUser } from '../browser-user.ts';
import { article, button, COMPOSER, dialog, openRoom, sendMessage } from '../chat-queries.ts';
import type { Journey } from '../journey.ts';

export const keyboard: Journey = {
  name: 'keys alone are sufficient',
  async run({ ann, bot }) {
    await bot.createRoom('Lighthouse');
    await openRoom(ann, await bot.createRoom('Deck'));
    await ann.pressKeys('Control', 'k');
    await ann.waitFor(dialog('Join conversation'));
    await waitForFocus(ann, 'Find a room');
    await ann.type('lightho');
    await ann.pressKeys('Enter');
    await ann.waitFor({ role: 'heading', name: 'Lighthouse' });
    await ann.waitUntilGone(dialog('Join conversation'));
    await waitForFocus(ann, COMPOSER.name ?? '');
    await ann.type('By keys');
    await ann.pressKeys('Enter');
    await ann.waitFor(article('By keys'));
    // The button for files and the question about notifications come first.
    await until('Shift+Tab moves the focus to the messages', async () => {
      await ann.pressKeys('Shift', 'Tab');
      return ann.run(() => document.activeElement?.tagName === 'ARTICLE');
    });
    await ann.pressKeys('l');
    await ann.waitFor({ css: 'button[aria-label=Like][aria-pressed=true]', hidden: true });
    await ann.pressKeys('Escape');
    await waitForFocus(ann, COMPOSER.name ?? '');
  },
};

export const dialogs: Journey = {
  name: 'Escape closes a dialog, and the focus returns to the previous element',
  async run({ ann, bot, takeScreenshots }) {
    await openRoom(ann, await bot.createRoom('Gangway'));
    for (const name of ['Room Information', 'Admin: edit room', 'People', 'Dashboard', 'Join conversation']) {
      if ((await ann.count(button(name))) === 0) continue;
      await ann.click(button(name));
      await ann.waitFor({ role: 'dialog' });
      await takeScreenshots(ann, `dialog-${name}`);
      await ann.pressKeys('Escape');
      await ann.waitUntilGone({ role: 'dialog' });
      await waitForFocus(ann, name);
    }
  },
};

export const drafts: Journey = {
  name: 'a draft stays in its room, also after a reload',
  async run({ ann, bot }) {
    const [here, there] = [await bot.createRoom('Cabin'), await bot.createRoom('Galley')];
    await openRoom(ann, here);
    await ann.fillField(COMPOSER, 'To be contin');
    await openRoom(ann, there);
    assert.equal(await readDraft(ann), '');
    await sendMessage(ann, 'Something else');
    await openRoom(ann, here);
    assert.equal(await readDraft(ann), 'To be contin');
    await ann.reload();
    await ann.waitFor(COMPOSER);
    assert.equal(await readDraft(ann), 'To be contin');
  },
};

function readDraft(person: BrowserUser): Promise<string> {
  return person.evaluateOn(COMPOSER, ([box]) => (box as HTMLTextAreaElement).value);
}

async function waitForFocus(person: BrowserUser, name: string): Promise<void> {
  const focused = () =>
    person.run(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return [
        element?.ariaLabel,
        element?.placeholder,
        element?.textContent,
        element?.labels?.[0]?.textContent,
      ];
    });
  let last: unknown[] = [];
  const hasFocus = async () => {
    last = await focused();
    return last.includes(name);
  };
  await until(`the focus is on "${name}"`, hasFocus, { describeState: () => JSON.stringify(last) });
}
