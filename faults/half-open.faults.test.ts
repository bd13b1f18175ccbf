import type { EventOf } from '@snug/protocol';
import { Live } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { watchCrowding } from './cpu-contention.ts';
import { note } from './figures.ts';
import { aLoad, aPerson, aProgram, aProxy, aServer, settle } from './fixtures.ts';
import { IS_FULL } from './seed.ts';

const NOTICED_WITHIN_MS = 35_000;
/** What is told of people comes in steps: who left a room after half a second, who is offline after five. */
const [TOLD_AFTER_MS, OFFLINE_AFTER_MS] = [500, 5_000];
const SLACK_MS = 1_500;

// Silence takes its time: there is no short cut of these.

test.runIf(IS_FULL)(
  'H1 P4 W1 a connection that fell silent is freed by the server, and its person goes offline',
  async context => {
    const server = await aServer();
    const proxy = await aProxy(server);
    const ben = await aProgram(server);
    const roomId = await ben.createRoom();
    const ann = aPerson(server, 1, proxy.url);
    const heard = await ben.live();
    const gone = await Live.open(proxy.url, { cookie: ann.cookie, origin: server.url });
    onTestFinished(() => [heard, gone].forEach(({ socket }) => socket.terminate()));
    await gone.ask('open_room', { roomId });
    await heard.ask('watch_room', { roomId });
    await heard.ask('watch_people', { uids: [ann.uid] });
    proxy.silence();
    const crowding = watchCrowding();
    const left = (event: EventOf<'here_changed'>) => event.left.includes(ann.uid);
    const freed = await until('Ann leaves the room', () => heard.eventsOf('here_changed').some(left));
    const isOffline = (event: EventOf<'presence_changed'>) => event.presence.state === 'offline';
    const offline = await until('Ann is offline', () => heard.eventsOf('presence_changed').some(isOffline));
    note(context, {
      'freed after': [freed],
      'offline after': [freed + offline],
    });
    expect(freed).toBeLessThan(NOTICED_WITHIN_MS + TOLD_AFTER_MS + SLACK_MS * crowding());
    expect(offline).toBeLessThan(OFFLINE_AFTER_MS + SLACK_MS * crowding());
  },
);

test.runIf(IS_FULL)(
  'H1 H2 C3 a client whose connection fell silent notices, returns and has missed nothing',
  async context => {
    const server = await aServer();
    const proxy = await aProxy(server);
    const load = await aLoad(server, { through: proxy.url });
    await load.answers(100);
    const [, reader] = load.readers;
    const before = reader?.connections ?? 0;
    proxy.silence();
    const noticed = await until('the reader is back', () => {
      return (
        reader !== undefined &&
        reader.connections > before &&
        reader.chat.connection.state.get().status === 'connected'
      );
    });
    const checked = await settle(load, server);
    note(context, { 'back after': [noticed], ...checked });
    expect(noticed).toBeLessThan(NOTICED_WITHIN_MS);
    expect(checked.unknown).toBe(0);
  },
);
