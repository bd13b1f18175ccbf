import type { EventOf } from '@snug/protocol';
import { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { watchCpuContention } from './cpu-contention.ts';
import { recordFigures } from './figures.ts';
import {
  finishAndCheck,
  getParticipant,
  getTestPerson,
  startTestLoad,
  startTestProxy,
  startTestServer,
} from './fixtures.ts';
import { IS_FULL } from './seed.ts';

const MAX_DETECTION_MS = 35_000;
/** What is told of people comes in steps: who left a room after half a second, who is offline after five. */
const [NOTIFY_DELAY_MS, OFFLINE_DELAY_MS] = [500, 5_000];
const SLACK_MS = 1_500;

// Silence takes its time: there is no short cut of these.

test.runIf(IS_FULL)(
  'H1 P4 W1 a connection that fell silent is freed by the server, and its person goes offline',
  async context => {
    const server = await startTestServer();
    const proxy = await startTestProxy(server);
    const ben = await getTestPerson(server);
    const roomId = await ben.createRoom();
    const ann = getParticipant(server, 1, proxy.url);
    const heard = await ben.connect();
    const gone = await TestSocket.open(proxy.url, { cookie: ann.cookie, origin: server.url });
    onTestFinished(() => [heard, gone].forEach(({ socket }) => socket.terminate()));
    await gone.request('open_room', { roomId });
    await heard.request('watch_viewers', { roomId });
    await heard.request('watch_people', { uids: [ann.uid] });
    proxy.silence();
    const crowding = watchCpuContention();
    const left = (event: EventOf<'viewers_changed'>) => event.left.includes(ann.uid);
    const freed = await until('Ann leaves the room', () => heard.getEvents('viewers_changed').some(left));
    const isOffline = (event: EventOf<'presence_changed'>) => event.presence.state === 'offline';
    const offline = await until('Ann is offline', () => heard.getEvents('presence_changed').some(isOffline));
    recordFigures(context, {
      'freed after': [freed],
      'offline after': [freed + offline],
    });
    expect(freed).toBeLessThan(MAX_DETECTION_MS + NOTIFY_DELAY_MS + SLACK_MS * crowding());
    expect(offline).toBeLessThan(OFFLINE_DELAY_MS + SLACK_MS * crowding());
  },
);

test.runIf(IS_FULL)(
  'H1 H2 C3 a client whose connection fell silent notices, returns and has missed nothing',
  async context => {
    const server = await startTestServer();
    const proxy = await startTestProxy(server);
    const load = await startTestLoad(server, { proxyUrl: proxy.url });
    await load.waitForResults(100);
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
    const checked = await finishAndCheck(load, server);
    recordFigures(context, { 'back after': [noticed], ...checked });
    expect(noticed).toBeLessThan(MAX_DETECTION_MS);
    expect(checked.unknown).toBe(0);
  },
);
