import assert from 'node:assert/strict';
import type { Person } from '../browser-user.ts';
import { article, button, COMPOSER, dialog, openRoom, say } from '../chat-queries.ts';
import type { Journey } from '../journey.ts';
import { until } from '../until.ts';

export const keyboard: Journey = {
  name: 'everything goes by keys alone',
  async go({ ann, bot }) {
    await bot.room('Lighthouse');
    await openRoom(ann, await bot.room('Deck'));
    await ann.keys('Control', 'k');
    await ann.sees(dialog('Join conversation'));
    await focuses(ann, 'Find a room');
    await ann.type('lightho');
    await ann.keys('Enter');
    await ann.sees({ role: 'heading', name: 'Lighthouse' });
    await ann.misses(dialog('Join conversation'));
    await focuses(ann, COMPOSER.name ?? '');
    await ann.type('By keys');
    await ann.keys('Enter');
    await ann.sees(article('By keys'));
    await ann.keys('Shift', 'Tab');
    await ann.keys('Shift', 'Tab');
    await until(
      () => ann.run(() => document.activeElement?.tagName === 'ARTICLE'),
      () => 'Shift+Tab does not lead to the messages',
    );
    await ann.keys('l');
    await ann.sees({ css: 'button[aria-label=Like][aria-pressed=true]', hidden: true });
    await ann.keys('Escape');
    await focuses(ann, COMPOSER.name ?? '');
  },
};

export const dialogs: Journey = {
  name: 'Escape closes a window, and the focus returns to where it came from',
  async go({ ann, bot, look }) {
    await openRoom(ann, await bot.room('Gangway'));
    for (const name of ['Room Information', 'Admin: edit room', 'People', 'Dashboard', 'Join conversation']) {
      if ((await ann.count(button(name))) === 0) continue;
      await ann.click(button(name));
      await ann.sees({ role: 'dialog' });
      await look(ann, `dialog-${name}`);
      await ann.keys('Escape');
      await ann.misses({ role: 'dialog' });
      await focuses(ann, name);
    }
  },
};

export const drafts: Journey = {
  name: 'a draft waits in its room, also after a reload',
  async go({ ann, bot }) {
    const [here, there] = [await bot.room('Cabin'), await bot.room('Galley')];
    await openRoom(ann, here);
    await ann.write(COMPOSER, 'To be contin');
    await openRoom(ann, there);
    assert.equal(await draft(ann), '');
    await say(ann, 'Something else');
    await openRoom(ann, here);
    assert.equal(await draft(ann), 'To be contin');
    await ann.reload();
    await ann.sees(COMPOSER);
    assert.equal(await draft(ann), 'To be contin');
  },
};

function draft(person: Person): Promise<string> {
  return person.on(COMPOSER, ([box]) => (box as HTMLTextAreaElement).value);
}

async function focuses(person: Person, name: string): Promise<void> {
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
  let last: unknown;
  await until(
    async () => ((last = await focused()), (last as unknown[]).some(word => word === name)),
    () => `the focus is not on "${name}" but on ${JSON.stringify(last)}`,
  );
}
