import {
  CommandError,
  DEFAULT_NOTIFICATION_SETTINGS,
  type Event,
  type NotificationSettings,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import { Signal } from '../base/signal.ts';
import { Store } from '../base/store.ts';
import { OwnNotificationSettings } from './own-notification-settings.ts';

const NOW = 1_000_000;
/** The clock of the server is ahead of that of the device. */
const AHEAD_MS = 5_000;

type Held = PromiseWithResolvers<void> & { input: Partial<NotificationSettings> };

/** A server that answers changes when the test releases them. */
function createSettings(stored: Partial<NotificationSettings> = {}) {
  const events = new Signal<Event>();
  const server = { settings: { ...DEFAULT_NOTIFICATION_SETTINGS, ...stored } };
  const held: Held[] = [];
  let reads = 0;
  const command = async (name: string, input: Partial<NotificationSettings>) => {
    if (name === 'get_notification_settings') {
      reads++;
      return { settings: server.settings, now: NOW + AHEAD_MS, mail: { isConfirmed: true } };
    }
    const wait = { ...Promise.withResolvers<void>(), input };
    held.push(wait);
    await wait.promise;
    if (input.version !== undefined && input.version !== server.settings.version)
      throw new CommandError('stale');
    server.settings = { ...server.settings, ...input, version: server.settings.version + 1 };
    return { settings: server.settings };
  };
  const connection = { events, command, state: new Store({ status: 'connected' }) };
  const own = new OwnNotificationSettings({ connection } as never, {
    now: () => NOW,
    random: () => 0.5,
    setTimer: () => () => {},
  });
  own.start();
  const changeElsewhere = (change: Partial<NotificationSettings>) => {
    server.settings = { ...server.settings, ...change, version: server.settings.version + 1 };
    events.emit({ type: 'notification_settings_changed', settings: server.settings });
  };
  return { own, server, held, events, changeElsewhere, countReads: () => reads };
}

const settle = () => new Promise(resolve => setImmediate(resolve));

test('NS5 the settings and the clock of the server are read at the start, on each connection and after lost events', async () => {
  const { own, events, countReads } = createSettings({ shows: 'name' });
  expect(own.get()).toBeUndefined();
  await settle();
  expect(own.get()).toMatchObject({ shows: 'name' });
  expect([own.now(), own.mail.get()]).toEqual([NOW + AHEAD_MS, { isConfirmed: true }]);
  events.emit({ type: 'connected' } as Event);
  await settle();
  events.emit({ type: 'resync' });
  await settle();
  expect(countReads()).toBe(3);
});

test('NS5 a newer state of another device shows, and an older one does not', async () => {
  const { own, events, server, changeElsewhere } = createSettings({ version: 3 });
  await settle();
  const old = server.settings;
  changeElsewhere({ words: ['soup'] });
  events.emit({ type: 'notification_settings_changed', settings: old });
  expect(own.get()).toMatchObject({ version: 4, words: ['soup'] });
});

test('NS5 after a restore, the lower version counts', async () => {
  const { own, events, server } = createSettings({ version: 9, words: ['soup'] });
  await settle();
  server.settings = { ...DEFAULT_NOTIFICATION_SETTINGS, version: 2 };
  events.emit({ type: 'connected' } as Event);
  await settle();
  expect(own.get()).toMatchObject({ version: 2, words: [] });
});

test('a change shows at once, and its failure takes it back', async () => {
  const { own, held } = createSettings();
  await settle();
  const changed = own.change({ pausedUntil: NOW + 9, conversations: false });
  expect(own.get()).toMatchObject({ pausedUntil: NOW + 9, conversations: false });
  await settle();
  held[0]?.reject(new CommandError('unavailable'));
  await expect(changed).rejects.toMatchObject({ code: 'unavailable' });
  expect(own.get()).toEqual(DEFAULT_NOTIFICATION_SETTINGS);
});

test('changes are sent one after the other, and the later ones show meanwhile', async () => {
  const { own, server, held } = createSettings({ pausedUntil: NOW + 9 });
  await settle();
  const both = Promise.all([own.change({ words: ['soup'] }), own.change({ words: ['soup', 'bread'] })]);
  const resumed = own.change({ pausedUntil: null });
  await settle();
  expect(held).toHaveLength(1);
  held[0]?.resolve();
  await settle();
  expect(own.get()).toMatchObject({ words: ['soup', 'bread'] });
  expect(own.get()).not.toHaveProperty('pausedUntil');
  held[1]?.resolve();
  await both;
  expect(server.settings.words).toEqual(['soup', 'bread']);
  await settle();
  held[2]?.resolve();
  await resumed;
  expect(held.map(({ input }) => input.version)).toEqual([0, 1, undefined]);
});

test('words that were made from an older list of another device are not stored', async () => {
  const { own, held, server, changeElsewhere } = createSettings({ words: ['soup'] });
  await settle();
  const changed = own.change({ words: ['soup', 'bread'] });
  await settle();
  changeElsewhere({ words: [] });
  held[0]?.resolve();
  await expect(changed).rejects.toMatchObject({ code: 'stale' });
  expect([server.settings.words, own.get()?.words]).toEqual([[], []]);
});

test('NS5 a page can read the settings again, for a state without an event', async () => {
  const { own, countReads } = createSettings();
  await settle();
  own.refresh();
  await settle();
  expect(countReads()).toBe(2);
});
