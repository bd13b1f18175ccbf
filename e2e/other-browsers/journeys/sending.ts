import assert from 'node:assert/strict';
import { ARTICLES, article, button, COMPOSER, isStored, openRoom, SEND, say } from '../chat-queries.ts';
import type { Journey } from '../journey.ts';

const EMOJI = 'Grüße, 你好 😀👩‍🚀';

export const sending: Journey = {
  name: 'what one writes, the other reads at once',
  async go({ ann, ben, bot, look }) {
    const room = await bot.room('Quay');
    await openRoom(ann, room);
    await openRoom(ben, room);
    await say(ann, 'By Enter');
    await isStored(ann, 'By Enter');
    await ben.sees(article('By Enter'));
    await ann.write(COMPOSER, 'One line');
    await ann.keys('Shift', 'Enter');
    await ann.type('and another');
    await ann.click(SEND);
    await ben.sees(article('One line\nand another'));
    await say(ben, EMOJI);
    await ann.sees(article(EMOJI));
    await ann.sees(ARTICLES, 3);
    await ben.sees(ARTICLES, 3);
    await look(ann, 'room');
  },
};

export const likes: Journey = {
  name: 'a heart and a deletion show on both sides',
  async go({ ann, ben, bot }) {
    const room = await bot.room('Pier');
    await openRoom(ann, room);
    await openRoom(ben, room);
    await say(ann, 'Like this');
    await ben.hover(article('Like this'));
    await ben.click(button('Like', article('Like this')));
    await ann.sees({ ...button('Like', article('Like this')), text: '1' });
    await ann.hover(article('Like this'));
    await ann.click(button('Delete message', article('Like this')));
    await ann.click(button('Delete', { role: 'alertdialog' }));
    await ann.misses(article('Like this'));
    await ben.misses(article('Like this'));
  },
};

export const reconnecting: Journey = {
  name: 'what is written without a server survives a reload and arrives once, in order',
  expected:
    /WebSocket|can.t establish a connection|Could not connect|Failed to load resource|NetworkError|Load failed|Fetch API/i,
  async go({ ann, ben, bot, server }) {
    const room = await bot.room('Tunnel');
    await openRoom(ann, room);
    await openRoom(ben, room);
    await ann.run(async () => void (await navigator.serviceWorker.ready));
    await say(ann, 'before');
    await ben.sees(article('before'));
    await server.end('SIGTERM');
    await say(ann, 'one');
    await say(ann, 'two');
    await ann.write(COMPOSER, 'half writ');
    await ann.sees({ text: '2 messages waiting to be sent' });
    await ann.reload();
    await ann.sees(article('two'));
    await ann.sees({ text: '2 messages waiting to be sent' });
    assert.equal(await ann.on(COMPOSER, ([box]) => (box as HTMLTextAreaElement).value), 'half writ');
    await server.start();
    await ben.sees(article('two'));
    await isStored(ann, 'two');
    await ben.sees(ARTICLES, 3);
    const words = await ben.on(ARTICLES, rows =>
      rows.map(row => row.querySelector('[data-words]')?.textContent),
    );
    assert.deepEqual(words, ['before', 'one', 'two']);
    await ann.sees(ARTICLES, 3);
  },
};
