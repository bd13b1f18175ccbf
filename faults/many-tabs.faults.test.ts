import { CommandError, type CommandOutput, HEART } from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import { Random } from '@snug/testkit/random.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { assertNoProblems } from './check/problem.ts';
import { checkViews } from './check/views.ts';
import { getParticipant, getTestPerson, startTestProxy, startTestServer } from './fixtures.ts';
import { createHttpClient } from './load/command-client.ts';
import { Reader } from './load/reader.ts';
import { ObservedEvents } from './observed-events.ts';
import { IS_FULL, SEED } from './seed.ts';

const ROUNDS = IS_FULL ? 200 : 20;

test('C3 O2 M7 two tabs on each of two devices of one person agree, however often they lose their connections', async () => {
  const server = await startTestServer();
  const proxy = await startTestProxy(server);
  const random = new Random(SEED);
  const ann = getParticipant(server, 0, proxy.url);
  const other = await (await getTestPerson(server)).signInAgain();
  const line = createHttpClient({ ...ann, url: server.url });
  const created = await line.request('create_room', { name: 'Notes', description: 'Of one person' });
  const roomId = (created as CommandOutput<'create_room'>).room.id;
  const tabs = [ann, ann, { ...ann, cookie: other.cookie }, { ...ann, cookie: other.cookie }].map(
    person => new Reader(person, new ObservedEvents(), random, [roomId]),
  );
  for (const { chat } of tabs) chat.start();
  onTestFinished(() => tabs.forEach(({ chat }) => chat.stop()));

  for (let round = 1; round <= ROUNDS; round++) {
    for (const [tab, { chat }] of tabs.entries()) {
      void chat.outbox.send(roomId, { text: `tab ${tab + 1} says ${round}` });
      const message = random.pick(getRoomLog(chat, roomId)?.messages ?? []);
      if (!message) continue;
      const like = { roomId, messageId: message.id, emoji: HEART, on: random.chance(0.5) };
      chat.connection.command('set_reaction', like).catch(ignoreRefusal);
    }
    if (round % 5 === 0) proxy.reset();
    await until('most messages are sent', () =>
      tabs.every(({ chat }) => chat.outbox.items.get().length < 10),
    );
  }
  await until('all tabs have caught up', async () => {
    const { rooms } = (await line.request('list_rooms', {})) as CommandOutput<'list_rooms'>;
    return tabs.every(tab => tab.hasCaughtUpTo(rooms));
  });
  for (const tab of tabs) await tab.readAll(roomId);

  const db = openDatabase(server.data, { readOnly: true });
  assertNoProblems(await checkViews(tabs, db, [roomId]));
  await db.destroy();
  const texts = getRoomLog(tabs[0]!.chat, roomId)?.messages.map(({ text = '' }) => text) ?? [];
  for (const tab of tabs.keys()) {
    const own = Array.from({ length: ROUNDS }, (_, index) => `tab ${tab + 1} says ${index + 1}`);
    expect(texts.filter(text => text.startsWith(`tab ${tab + 1} `))).toEqual(own);
  }
});

// The connection was lost.
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CommandError) || !error.isRetryable) throw error;
}
