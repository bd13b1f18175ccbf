import { type Chat, Signal, Store } from '@snug/client';
import type { Event } from '@snug/protocol';
import { expect, test } from 'vitest';
import { getWorkspace, prefetchWorkspace, type Workspace } from './use-workspace.ts';

/** The server's answers, one for each question. */
function createChat() {
  const answers: PromiseWithResolvers<Workspace>[] = [];
  const state = new Store({ status: 'connected' });
  const events = new Signal<Event>();
  const command = () => {
    const answer = Promise.withResolvers<Workspace>();
    answers.push(answer);
    return answer.promise;
  };
  const connection = { state, events, command };
  return { chat: { connection, workspace: { put: () => {} } } as unknown as Chat, answers, events };
}

const settle = () => new Promise(resolve => setTimeout(resolve));

test('of two reads that overlap, an older answer does not replace the rights of a newer one', async () => {
  const { chat, answers, events } = createChat();
  prefetchWorkspace(chat);
  events.emit({ type: 'resync' });
  answers[1]?.resolve({ admin: true } as Workspace);
  await settle();
  answers[0]?.resolve({ admin: false } as Workspace);
  await settle();
  expect(answers.length).toBe(2);
  expect(getWorkspace(chat).get()).toEqual({ admin: true });
});

test('an earlier answer shows until the newer one is there, also if that fails', async () => {
  const { chat, answers, events } = createChat();
  prefetchWorkspace(chat);
  events.emit({ type: 'resync' });
  answers[0]?.resolve({ admin: true } as Workspace);
  answers[1]?.reject(new Error('unavailable'));
  await settle();
  expect(getWorkspace(chat).get()).toEqual({ admin: true });
});
