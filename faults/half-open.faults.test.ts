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
/** The server reports presence with a delay: a viewer who left after half a second, an offline person after five. */
const [NOTIFY_DELAY_MS, OFFLINE_DELAY_MS] = [500, 5_000];
const SLACK_MS = 1_500;

// A silence takes its full time, so the short run leaves these out.

test.runIf(IS_FULL)(
  'H1 P4 W1 the server frees a silent connection, and its person goes offline',
  async context => {
    const server = await startTestServer();
    const proxy = await startTestProxy(server);
    const ben = await getTestPerson(server);
    const roomId = await ben.createRoom();
    const ann = getParticipant(server, 1, proxy.url);
    const observer = await ben.connect();
    const gone = await TestSocket.open(proxy.url, { cookie: ann.cookie, origin: server.url });
    onTestFinished(() => [observer, gone].forEach(({ socket }) => socket.terminate()));
    await gone.request('open_room', { roomId });
    await observer.request('watch_viewers', { roomId });
    await observer.request('watch_people', { uids: [ann.uid] });
    proxy.silence();
    const getContention = watchCpuContention();
    const left = (event: EventOf<'viewers_changed'>) => event.left.includes(ann.uid);
    const freed = await until('Ann leaves the room', () => observer.getEvents('viewers_changed').some(left));
    const isOffline = (event: EventOf<'presence_changed'>) => event.presence.state === 'offline';
    const offline = await until('Ann is offline', () =>
      observer.getEvents('presence_changed').some(isOffline),
    );
    recordFigures(context, {
      'freed after': [freed],
      'offline after': [freed + offline],
    });
    expect(freed).toBeLessThan(MAX_DETECTION_MS + NOTIFY_DELAY_MS + SLACK_MS * getContention());
    expect(offline).toBeLessThan(OFFLINE_DELAY_MS + SLACK_MS * getContention());
  },
);

test.runIf(IS_FULL)(
  'H1 H2 C3 a client with a silent connection detects it, returns and has missed nothing',
  async context => {
    const server = await startTestServer();
    const proxy = await startTestProxy(server);
    const load = await startTestLoad(server, { urls: [proxy.url] });
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
    expect(checked.unanswered).toBe(0);
  },
);
