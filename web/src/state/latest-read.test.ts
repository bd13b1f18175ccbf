import { type ConnectionState, Store } from '@snug/client';
import { FakeEnvironment, flushPromises } from '@snug/client/testing/fake-environment.ts';
import { CommandError } from '@snug/protocol';
import { expect, test } from 'vitest';
import { LatestRead } from './latest-read.ts';

/** The reads end when the test calls their functions. */
function createRead() {
  const environment = new FakeEnvironment();
  const connection = { state: new Store<ConnectionState>({ status: 'connected' }) };
  const reads: PromiseWithResolvers<string>[] = [];
  const latest = new LatestRead({ environment, connection }, () => {
    const read = Promise.withResolvers<string>();
    reads.push(read);
    return read.promise;
  });
  return { environment, latest, reads };
}

test('a read that the rate limit refuses is repeated when the server permits it', async () => {
  const { environment, latest, reads } = createRead();
  latest.refresh();
  reads[0]?.reject(new CommandError('rate_limited', '', 20));
  await flushPromises();
  await environment.advance(19_000);
  expect(reads).toHaveLength(1);
  await environment.advance(2_000);
  expect(reads).toHaveLength(2);
  reads[1]?.resolve('known');
  await flushPromises();
  expect(latest.output.get()).toBe('known');
});

test('the last result stays while a read fails, and an error for good ends the reads', async () => {
  const { environment, latest, reads } = createRead();
  latest.refresh();
  reads[0]?.resolve('known');
  await flushPromises();
  latest.refresh();
  reads[1]?.reject(new CommandError('forbidden'));
  await flushPromises();
  await environment.advance(60_000);
  expect(latest.output.get()).toBe('known');
  expect(reads).toHaveLength(2);
});

test('the newest read counts, in whichever order they end', async () => {
  const { environment, latest, reads } = createRead();
  latest.refresh();
  latest.refresh();
  reads[1]?.resolve('new');
  await flushPromises();
  reads[0]?.resolve('old');
  await flushPromises();
  expect(latest.output.get()).toBe('new');
  latest.refresh();
  latest.refresh();
  reads[2]?.reject(new CommandError('unavailable'));
  await flushPromises();
  await environment.advance(60_000);
  expect(reads, 'the newer one still runs').toHaveLength(4);
});

test('nothing is read or shown after the end', async () => {
  const { environment, latest, reads } = createRead();
  latest.refresh();
  latest.stop();
  reads[0]?.resolve('late');
  latest.refresh();
  reads[1]?.reject(new CommandError('unavailable'));
  await flushPromises();
  latest.stop();
  await environment.advance(60_000);
  expect(latest.output.get()).toBeUndefined();
  expect(reads).toHaveLength(2);
});
