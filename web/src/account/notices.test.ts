import { type Connection, type ConnectionState, Signal, Store } from '@snug/client';
import { FakeEnvironment, flushPromises } from '@snug/client/testing/fake-environment.ts';
import { CommandError, type Event, type Notice } from '@snug/protocol';
import { expect, test, vi } from 'vitest';
import { MAX_DELAY_MS, Notices } from './notices.ts';

const PASSKEY: Notice = { id: 'n1', kind: 'passkey_added', at: 1_000 };
const PASSWORD: Notice = { id: 'n2', kind: 'password_changed', at: 2_000 };

/** `server`: what this session has not acknowledged. */
function createNotices(server: Notice[] = []) {
  const environment = new FakeEnvironment();
  const state = new Store<ConnectionState>({ status: 'connecting' });
  const events = new Signal<Event>();
  const command = vi.fn<Connection['command']>(async (_name, input) => {
    const { until } = input as { until: number };
    server.splice(0, server.length, ...server.filter(({ at }) => at > until));
    return {};
  });
  const list = vi.fn<() => Promise<readonly Notice[]>>(async () => [...server]);
  const notices = new Notices({
    environment,
    connection: { state, events, command },
    list,
  });
  const stop = notices.start();
  const connect = async () => {
    state.set({ status: 'connected' });
    await flushPromises();
  };
  const add = async (notice: Notice) => {
    server.unshift(notice);
    events.emit({ type: 'notice_added', notice });
    await flushPromises();
  };
  return { environment, state, notices, server, command, list, stop, connect, add };
}

test('they are unknown until the connection, and each new one is shown', async () => {
  const { notices, connect, add, list } = createNotices();
  expect(list).not.toHaveBeenCalled();
  expect(notices.shown.get()).toBeUndefined();
  await connect();
  expect(notices.shown.get()).toEqual([]);
  await add(PASSKEY);
  expect(notices.shown.get()).toEqual([PASSKEY]);
});

test('one that came without a connection is shown within the delay after it', async () => {
  const { environment, state, notices, server, list, connect } = createNotices();
  await connect();
  for (let lost = 0; lost < 3; lost++) {
    state.set({ status: 'disconnected', since: 0 });
    await connect();
  }
  server.unshift(PASSKEY);
  expect(list).toHaveBeenCalledTimes(1);
  await environment.advance(MAX_DELAY_MS);
  expect(list, 'once for three connections').toHaveBeenCalledTimes(2);
  expect(notices.shown.get()).toEqual([PASSKEY]);
});

test('a read that fails is repeated, less often each time', async () => {
  const { environment, notices, list, connect } = createNotices([PASSKEY]);
  list.mockRejectedValueOnce(new Error()).mockRejectedValueOnce(new Error());
  await connect();
  expect(notices.shown.get()).toBeUndefined();
  await environment.advance(60_000);
  expect(notices.shown.get()).toEqual([PASSKEY]);
  expect(list).toHaveBeenCalledTimes(3);
});

test('an acknowledged one does not return, and a newer one stays', async () => {
  const { notices, server, list, connect, add, command } = createNotices([PASSKEY]);
  await connect();
  const early = Promise.withResolvers<readonly Notice[]>();
  list.mockReturnValueOnce(early.promise);
  await add(PASSWORD);
  await notices.acknowledge();
  expect(command).toHaveBeenCalledWith('acknowledge_notices', { until: PASSKEY.at });
  early.resolve([PASSWORD, PASSKEY]);
  await flushPromises();
  expect(notices.shown.get()).toEqual([PASSWORD]);
  await notices.acknowledge();
  await flushPromises();
  expect(notices.shown.get()).toEqual([]);
  expect(server).toEqual([]);
});

test('a refused acknowledgement hides nothing', async () => {
  const { notices, connect, command } = createNotices([PASSKEY]);
  await connect();
  command.mockRejectedValueOnce(new CommandError('unavailable'));
  await expect(notices.acknowledge()).rejects.toMatchObject({ code: 'unavailable' });
  expect(notices.shown.get()).toEqual([PASSKEY]);
});

test('nothing is read after the end', async () => {
  const { environment, state, list, stop, connect, add } = createNotices();
  await connect();
  state.set({ status: 'disconnected', since: 0 });
  await connect();
  stop();
  await add(PASSKEY);
  await environment.advance(MAX_DELAY_MS);
  expect(list).toHaveBeenCalledTimes(1);
});
