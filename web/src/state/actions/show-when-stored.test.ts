import { type ConnectionState, Store } from '@snug/client';
import { expect, test } from 'vitest';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { takeToasts } from '../../ui/feedback/toast.ts';
import { showWhenStored } from './show-when-stored.ts';

function show(state: ConnectionState) {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const shown = showWhenStored({ connection: { state: new Store(state) } }, promise, 'Saved');
  const end = async (isStored: boolean) => {
    resolve(isStored);
    await shown;
    return takeToasts().map(({ description }) => description);
  };
  return { shown: takeToasts().map(({ description }) => description), end };
}

test('success shows after the answer, and not if the server rejects the change', async () => {
  const stored = show({ status: 'connected' });
  expect(stored.shown).toEqual([]);
  expect(await stored.end(true)).toEqual(['Saved']);
  const rejected = show({ status: 'connected' });
  expect([rejected.shown, await rejected.end(false)]).toEqual([[], []]);
});

test('without a connection, a person sees at once that the change waits', async () => {
  const waiting = show({ status: 'disconnected', since: 0 });
  expect(waiting.shown).toEqual([lazyStrings.controls.doneLater]);
  expect(await waiting.end(true)).toEqual(['Saved']);
});
