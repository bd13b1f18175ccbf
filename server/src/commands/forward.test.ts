import { expect, test, vi } from 'vitest';
import type { HandlerCaller, Services } from './command-handler.ts';
import { forward } from './forward.ts';

test('a forwarding handler runs the mutation of its name, as its caller, and returns the output', async () => {
  const write = vi.fn<(...args: unknown[]) => Promise<unknown>>(async name => ({ output: name }));
  const services = { writer: { write } } as unknown as Services;
  const caller = { uid: 'ann', sessionId: 'session', now: 7 } as HandlerCaller;
  const handlers = forward('join_room', 'set_block');
  const input = { uid: 'ben', blocked: true };
  expect(await handlers.set_block(services, caller, input)).toEqual({ output: 'set_block' });
  expect(write.mock.calls).toEqual([['set_block', { uid: 'ann' }, input]]);
  expect(Object.keys(handlers)).toEqual(['join_room', 'set_block']);
});

test('the compiler rejects a forwarding handler that does not fit its mutation', () => {
  // @ts-expect-error The mutation needs the id of the message.
  forward('send_message');
  // @ts-expect-error The mutation returns the sessions that end.
  forward('set_suspension');
  // @ts-expect-error There is no mutation of this name.
  forward('get_messages');
  // @ts-expect-error There is no command of this name.
  forward('erase_room');
  expect(Object.keys(forward('edit_room'))).toEqual(['edit_room']);
});
