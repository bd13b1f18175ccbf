import assert from 'node:assert/strict';
import {
  ARTICLES,
  article,
  button,
  COMPOSER,
  likeCount,
  openRoom,
  SEND,
  sendMessage,
  waitUntilStored,
} from '../chat-queries.ts';
import type { Journey } from '../journey.ts';

const EMOJI = 'Grüße, 你好 😀👩‍🚀';

export const sending: Journey = {
  name: 'messages appear for the other person at once',
  async run({ ann, ben, bot, takeScreenshots }) {
    const room = await bot.createRoom('Quay');
    await openRoom(ann, room);
    await openRoom(ben, room);
    await sendMessage(ann, 'By Enter');
    await waitUntilStored(ann, 'By Enter');
    await ben.waitFor(article('By Enter'));
    await ann.fillField(COMPOSER, 'One line');
    await ann.pressKeys('Shift', 'Enter');
    await ann.type('and another');
    await ann.click(SEND);
    await ben.waitFor(article('One line\nand another'));
    await sendMessage(ben, EMOJI);
    await ann.waitFor(article(EMOJI));
    await ann.waitFor(ARTICLES, 3);
    await ben.waitFor(ARTICLES, 3);
    await takeScreenshots(ann, 'room');
  },
};

export const likes: Journey = {
  name: 'a like and a deletion show for both people',
  async run({ ann, ben, bot }) {
    const room = await bot.createRoom('Pier');
    await openRoom(ann, room);
    await openRoom(ben, room);
    await sendMessage(ann, 'Like this');
    await ben.hover(article('Like this'));
    await ben.click(button('Like', article('Like this')));
    await ann.waitFor(likeCount(1, 'Like this'));
    await ann.hover(article('Like this'));
    await ann.click(button('Delete message', article('Like this')));
    await ann.click(button('Delete', { role: 'alertdialog' }));
    await ann.waitUntilGone(article('Like this'));
    await ben.waitUntilGone(article('Like this'));
  },
};

export const reconnecting: Journey = {
  name: 'offline messages survive a reload and arrive once, in order',
  expectedErrors:
    /WebSocket|can.t establish a connection|Could not connect|Failed to load resource|NetworkError|Load failed|Fetch API/i,
  async run({ ann, ben, bot, server }) {
    const room = await bot.createRoom('Tunnel');
    await openRoom(ann, room);
    await openRoom(ben, room);
    await ann.run(async () => void (await navigator.serviceWorker.ready));
    await sendMessage(ann, 'before');
    await ben.waitFor(article('before'));
    await server.end('SIGTERM');
    await sendMessage(ann, 'one');
    await sendMessage(ann, 'two');
    await ann.fillField(COMPOSER, 'half writ');
    await ann.waitFor({ text: '2 messages waiting to be sent' });
    await ann.reload();
    await ann.waitFor(article('two'));
    await ann.waitFor({ text: '2 messages waiting to be sent' });
    assert.equal(await ann.evaluateOn(COMPOSER, ([box]) => (box as HTMLTextAreaElement).value), 'half writ');
    await server.start();
    await ben.waitFor(article('two'));
    await waitUntilStored(ann, 'two');
    await ben.waitFor(ARTICLES, 3);
    const words = await ben.evaluateOn(ARTICLES, rows =>
      rows.map(row => row.querySelector('[data-words]')?.textContent),
    );
    assert.deepEqual(words, ['before', 'one', 'two']);
    await ann.waitFor(ARTICLES, 3);
  },
};
