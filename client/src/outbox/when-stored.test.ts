import { HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import { MAX_ACTIONS } from '../actions/actions.ts';
import { FakeBrowser } from '../testing/fake-browser.ts';
import { flushPromises } from '../testing/fake-environment.ts';
import { makeId, ROOM_ID } from '../testing/samples.ts';
import { createSender, type TestChat } from '../testing/test-chat.ts';
import { whenStored } from './when-stored.ts';

function enqueue({ chat }: TestChat, number: number, on = true): string {
  const messageId = makeId(number);
  const id = chat.newId();
  const input = { roomId: ROOM_ID, messageId, emoji: HEART, on };
  void chat.actions.enqueue({ id, key: messageId, roomId: ROOM_ID, command: 'set_reaction', input });
  return id;
}

/** The last entry is the present state. */
function react(setup: TestChat, number: number, on = true): unknown[] {
  const id = enqueue(setup, number, on);
  const states: unknown[] = ['waiting'];
  void whenStored(setup.chat.actions, id).then(output => states.push(output));
  return states;
}

async function answer({ socket }: TestChat, index: number, code?: string): Promise<void> {
  const command = socket.getCommands('set_reaction')[index];
  await (code ? socket.sendError(command, code) : socket.sendResult(command, { answer: index }));
}

test('Z1 an action is stored when the server answers, also after errors that pass', async () => {
  const setup = await createSender();
  const states = react(setup, 5);
  await flushPromises();
  expect(states).toEqual(['waiting']);
  await answer(setup, 0, 'rate_limited');
  expect(states).toEqual(['waiting']);
  await setup.environment.advance(500);
  await answer(setup, 1);
  expect(states).toEqual(['waiting', { answer: 1 }]);
});

test('Z3 a rejected action, also one beyond the limit, is not stored', async () => {
  const setup = await createSender();
  const rejected = react(setup, 5);
  await answer(setup, 0, 'forbidden');
  expect(rejected).toEqual(['waiting', undefined]);
  await setup.socket.drop();
  for (let number = 0; number < MAX_ACTIONS; number++) enqueue(setup, 100 + number);
  const beyond = react(setup, 6);
  await flushPromises();
  expect(beyond).toEqual(['waiting', undefined]);
});

test('Z2 a replaced action is not stored, and the later one is', async () => {
  const setup = await createSender();
  await setup.socket.drop();
  const [first, second] = [react(setup, 5), react(setup, 5, false)];
  await flushPromises();
  expect([first, second]).toEqual([['waiting', undefined], ['waiting']]);
  await setup.environment.advance(500);
  setup.socket.sendConnected();
  await flushPromises();
  await answer(setup, 0);
  expect(second).toEqual(['waiting', { answer: 0 }]);
});

test('Z4 an action that another tab sends is stored for both', async () => {
  const browser = new FakeBrowser();
  const leader = await createSender(browser);
  const other = await createSender(browser);
  const states = react(other, 5);
  await flushPromises();
  await answer(leader, 0);
  expect(states).toEqual(['waiting', { answer: 0 }]);
});
