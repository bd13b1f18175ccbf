import { setTimeout as wait } from 'node:timers/promises';
import { type CommandOutput, FOREVER } from '@snug/protocol';
import { nameCookie } from '@snug/testkit/name-cookie.ts';
import { PostgresServer, runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { PASSWORD } from '@snug/testkit/store-person.ts';
import { postAuth, TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/base/ids.ts';

const SNUG_SECRET = 's'.repeat(32);

let database: PostgresServer;
let url: string;
let one: ServerProcess;
let two: ServerProcess;
let startedAt: number;

beforeAll(async () => {
  database = await PostgresServer.start();
  url = await database.createDatabase();
  [one, two] = await Promise.all([startNode(), startNode()]);
  startedAt = performance.now();
});

afterAll(async () => {
  await Promise.all([one.remove(), two.remove()]);
  await database.remove();
});

function startNode(databaseUrl = url): Promise<ServerProcess> {
  return ServerProcess.start({ settings: { DATABASE_URL: databaseUrl, SNUG_SECRET } });
}

/** For 15 s after their start, nodes declare nobody dead. */
async function untilNodesMayEnd(): Promise<void> {
  await wait(Math.max(0, startedAt + 15_500 - performance.now()));
}

/** The same session on another node. */
function at(node: ServerProcess, { cookie }: TestPerson): Promise<TestPerson> {
  return TestPerson.fromCookie(node.url, nameCookie(cookie, node));
}

/** Opens a socket that receives the presence of a person. */
async function watch(watcher: TestPerson, { uid }: TestPerson) {
  const socket = await watcher.connect();
  const { ok } = await socket.request('watch_people', { uids: [uid] });
  const initial = (ok as CommandOutput<'watch_people'>).presences;
  const getStates = () =>
    [...initial, ...socket.getEvents('presence_changed').map(({ presence }) => presence)]
      .filter(presence => presence.uid === uid)
      .map(({ state }) => state);
  /** Whether they went offline after they were online. */
  const hasLeft = () => getStates().lastIndexOf('offline') > getStates().indexOf('online');
  return { socket, getState: () => getStates().at(-1), hasLeft };
}

/** A person on a node, and their presence as another node shows it. They are online. */
async function connectWatched(node: ServerProcess, name: string) {
  const person = await TestPerson.signUp(node.url, name);
  const socket = await person.connect();
  const seen = await watch(await TestPerson.signUp(one.url, 'Ben'), person);
  await until(`${name} is online`, () => seen.getState() === 'online');
  return { person, socket, seen };
}

async function openRoom(person: TestPerson, roomId: string): Promise<TestSocket> {
  const socket = await person.connect();
  await socket.request('open_room', { roomId });
  await socket.request('watch_viewers', { roomId });
  return socket;
}

describe.concurrent('several nodes', () => {
  test('W1 W2 W4 the viewers of a room on all nodes count, each person once, and receive who is typing', async () => {
    const ann = await TestPerson.signUp(one.url, 'Ann');
    const ben = await TestPerson.signUp(two.url, 'Ben');
    const roomId = await ann.createRoom();
    const sockets = [await openRoom(ann, roomId), await openRoom(await at(two, ann), roomId)];
    const socket = await openRoom(ben, roomId);
    const counts = (of: TestSocket | undefined) => of?.getEvents('viewer_count').map(({ count }) => count);
    for (const each of [...sockets, socket])
      await until('both are counted', () => counts(each)?.at(-1) === 2);
    const { ok } = await socket.request('watch_viewers', { roomId });
    expect((ok as CommandOutput<'watch_viewers'>).viewers.toSorted()).toEqual([ann.uid, ben.uid].toSorted());
    await socket.request('set_typing', { roomId });
    for (const each of sockets)
      await until('W4 both nodes deliver who is typing', () => each.getEvents('typing').length === 1);
    expect(socket.getEvents('typing')).toEqual([]);
    socket.socket.close();
    await until('Ben has left', () => counts(sockets[0])?.at(-1) === 1);
    for (const each of sockets) each.socket.close();
  });

  test('GU2 GU7 GU8 what a guest loses on one node ends on the other at once', async () => {
    const ann = await TestPerson.signUp(one.url, 'Ann');
    const input = { name: 'Private', description: 'For a guest', kind: 'private' };
    const { room } = await ann.runCommand<CommandOutput<'create_room'>>('create_room', input);
    const invite = async () => {
      const link = { roomIds: [room.id], guest: true };
      const created = await ann.runCommand<CommandOutput<'create_invite'>>('create_invite', link);
      return created.invite.code ?? '';
    };
    const cookie = (await fetch(`${two.url}/invite/${await invite()}`, { redirect: 'manual' })).headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ');
    const body = { name: 'Gil', email: `${newId()}@snug.example`, password: PASSWORD };
    const signedUp = await postAuth(two.url, 'sign-up/email', body, cookie);
    const session = signedUp.headers.getSetCookie().map(line => line.split(';')[0]);
    const gil = await TestPerson.fromCookie(two.url, session.join('; '));
    const uids = [gil.uid];
    const direct = (await ann.runCommand<CommandOutput<'open_direct'>>('open_direct', { uids })).room.id;
    const live = await gil.connect();
    await live.request('open_room', { roomId: direct });
    await live.request('watch_people', { uids: [ann.uid] });
    await ann.runCommand('set_nickname', { name: 'Anna' });
    await until('the guest sees the name', () => live.getEvents('profile_changed').length > 0);
    await ann.runCommand('set_member', { roomId: room.id, uid: gil.uid, member: false });
    expect(await live.closed).toBe(1012);
    const homeless = await gil.connect();
    await homeless.request('watch_people', { uids: [ann.uid] });
    await ann.runCommand('set_nickname', { name: 'Annette' });
    await gil.runCommand('redeem_invite', { code: await invite() });
    await until('the guest is in the room again', () => homeless.getEvents('membership_changed').length > 0);
    expect(homeless.getEvents('profile_changed')).toEqual([]);
    const end = Date.now() + 1_500;
    await ann.runCommand('set_guest_end', { uid: gil.uid, until: end });
    expect(await homeless.closed).toBe(1012);
    expect(await (await gil.connect()).closed).toBe(4401);
    expect(Date.now()).toBeGreaterThanOrEqual(end);
    expect(await gil.postCommand('list_rooms', {})).toMatchObject({ status: 401 });
  });

  test('U2 a cursor that moves on one node has its counts on the other, also to the middle of a room', async () => {
    const ann = await TestPerson.signUp(one.url, 'Ann');
    const ben = await TestPerson.signUp(two.url, 'Ben');
    const roomId = await ann.createRoom();
    for (const text of ['one', 'two', 'three']) await ben.runCommand('send_message', { roomId, text });
    const socket = await (await at(two, ann)).connect();
    const move = (seq: number) => ann.runCommand('set_read', { roomId, seq, version: 1 });
    const reads = () => socket.getEvents('read_moved').flatMap(({ read }) => read ?? []);
    await move(1);
    await until('the count follows', () => reads().at(-1)?.unread === 2);
    await move(3);
    await until('nothing is unread', () => reads().at(-1)?.unread === 0);
    expect(socket.getEvents('read_moved').map(({ read }) => read?.readSeq)).toEqual([undefined, 1, 3]);
    socket.socket.close();
  });

  test('Y2 Y5 a removal and a ban end the subscriptions on another node before a later message', async () => {
    const ann = await TestPerson.signUp(one.url, 'Ann');
    const ben = await TestPerson.signUp(two.url, 'Ben');
    const cem = await TestPerson.signUp(two.url, 'Cem');
    for (const kind of ['private', 'open']) {
      const input = { name: 'Room', description: 'A room', kind };
      const { room } = await ann.runCommand<CommandOutput<'create_room'>>('create_room', input);
      const change = ({ uid }: TestPerson, more: object) =>
        ann.runCommand('set_member', { roomId: room.id, uid, ...more });
      // A socket receives summaries of rooms that it has not opened.
      const subscribe = async (person: TestPerson) => {
        await change(person, { member: true });
        const [live, listed] = [await openRoom(person, room.id), await person.connect()];
        await listed.request('watch_rooms', { add: { [room.id]: -1 }, remove: [] });
        return [live, listed] as const;
      };
      const ofBen = await subscribe(ben);
      const ofCem = await subscribe(cem);
      await change(ben, kind === 'private' ? { member: false } : { bannedUntil: FOREVER });
      await ann.runCommand('send_message', { roomId: room.id, text: 'afterwards' });
      for (const { texts } of ofCem)
        await until('others get the message or its summary', () => texts.join('').includes('afterwards'));
      for (const live of ofBen) {
        await until('Ben has left', () =>
          live.getEvents('membership_changed').some(({ membership }) => membership.role === null),
        );
        // This result arrives after all earlier events.
        expect((await live.request('open_room', { roomId: room.id })).error).toMatchObject({
          code: 'not_found',
        });
        expect(live.texts.join('')).not.toContain('afterwards');
      }
      expect(ofBen[0].getEvents('member_changed').some(({ canRead }) => !canRead)).toBe(true);
      for (const { socket } of [...ofBen, ...ofCem]) socket.close();
    }
  });

  test('A18 BT1 a suspension and a revoked token close the sockets on another node', async () => {
    const ann = await TestPerson.signUp(one.url, 'Ann');
    const ben = await TestPerson.signUp(two.url, 'Ben');
    await runStatement(
      url,
      `insert into "workspace_admins" ("userId", "grantedAt") values ('${ann.uid}', 1)`,
    );
    const createToken = async () =>
      ben.runProven<CommandOutput<'create_token'>>('create_token', { name: 'A program' });
    const [kept, revoked] = [await createToken(), await createToken()];
    const connect = async ({ secret }: CommandOutput<'create_token'>) =>
      TestPerson.fromToken(two.url, secret).connect();
    const [keptSocket, revokedSocket] = [await connect(kept), await connect(revoked)];
    const live = await ben.connect();
    const expectClosed = async (sockets: readonly TestSocket[], change: () => Promise<unknown>) => {
      await change();
      for (const { closed } of sockets) expect(await closed).toBe(4401);
    };
    const onOne = await at(one, ben);
    await expectClosed([revokedSocket], async () =>
      onOne.runCommand('revoke_token', { id: revoked.token.id }),
    );
    await expectClosed([live, keptSocket], async () =>
      ann.runCommand('set_suspension', { uid: ben.uid, suspended: true }),
    );
  });

  test('P1 P5 a person on two nodes is online until they left both, and the start of a node puts nobody offline', async ({
    onTestFinished,
  }) => {
    const ann = await TestPerson.signUp(one.url, 'Ann');
    const ben = await TestPerson.signUp(two.url, 'Ben');
    const first = await ann.connect();
    const seen = await watch(ben, ann);
    await until('Ann is online', () => seen.getState() === 'online');
    const third = await startNode();
    onTestFinished(() => third.remove());
    // The stored presence: a start could change it without an event.
    expect((await watch(ben, ann)).getState()).toBe('online');
    const second = await (await at(third, ann)).connect();
    first.socket.close();
    await wait(6_000);
    expect(seen.getState()).toBe('online');
    second.socket.close();
    await until('Ann is offline', () => seen.getState() === 'offline');
  });

  test('H4 a node that drains closes its sockets, and people who connect to another node stay online', async ({
    onTestFinished,
  }) => {
    const third = await startNode();
    onTestFinished(() => third.remove());
    const { person: ann, socket: annSocket, seen: annSeen } = await connectWatched(third, 'Ann');
    const { socket: cemSocket, seen: cemSeen } = await connectWatched(third, 'Cem');
    const roomId = await ann.createRoom();
    const acknowledged: string[] = [];
    const send = async (): Promise<void> => {
      const id = newId();
      const { ok } = await annSocket.request('send_message', { roomId, id, text: id });
      if (ok) acknowledged.push(id);
      return send();
    };
    void send();
    const ended = third.end('SIGTERM');
    await until('it is not ready', async () => (await ann.get('/readyz')).status === 503);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    expect(await Promise.all([annSocket.closed, cemSocket.closed])).toEqual([1012, 1012]);
    const annThere = await at(two, ann);
    await annThere.connect();
    expect(await ended).toBe(0);
    await until('Cem is offline', () => cemSeen.getState() === 'offline');
    expect(annSeen.hasLeft()).toBe(false);
    const state = await annThere.runCommand<CommandOutput<'catch_up'>>('catch_up', { roomId, since: 0 });
    expect(state.seq).toBeGreaterThanOrEqual(acknowledged.length);
  });

  test('P4 the people of a killed node go offline, except those with another connection', async ({
    onTestFinished,
  }) => {
    const third = await startNode();
    onTestFinished(() => third.remove());
    const { seen: annSeen } = await connectWatched(third, 'Ann');
    const { person: cem, seen: cemSeen } = await connectWatched(third, 'Cem');
    const there = await (await at(two, cem)).connect();
    await untilNodesMayEnd();
    await third.kill();
    await until('Ann is offline', () => annSeen.getState() === 'offline');
    expect(cemSeen.hasLeft()).toBe(false);
    there.socket.close();
  });

  test.runIf(IS_WIDE)(
    'C5 a node ends when its database is restored, and its clients start over',
    async ({ onTestFinished }) => {
      const other = await database.createDatabase();
      const node = await startNode(other);
      onTestFinished(() => node.remove());
      const ann = await TestPerson.signUp(node.url, 'Ann');
      const live = await ann.connect();
      await runStatement(other, `update "meta" set "value" = 'another' where "key" = 'epoch'`);
      expect(await live.closed).toBe(1012);
      await until('it has ended', () => !node.isRunning);
      await node.start();
      const again = await ann.connect();
      const readEpoch = () => again.getEvents('connected')[0]?.epoch;
      await until('it is connected', () => readEpoch() !== undefined);
      expect(readEpoch()).toMatch(/^another/);
    },
  );

  test.runIf(IS_WIDE)(
    'P4 a node that was stopped for longer than its lease stores its people again',
    async ({ onTestFinished }) => {
      const third = await startNode();
      onTestFinished(() => third.remove());
      const { socket: live, seen } = await connectWatched(third, 'Ann');
      await untilNodesMayEnd();
      third.freeze();
      await until('Ann is offline', () => seen.getState() === 'offline');
      third.thaw();
      await until('Ann is online again', () => seen.getState() === 'online');
      expect(live.socket.readyState).toBe(1);
    },
  );
});

test.runIf(IS_WIDE)(
  'P4 while the database is down for longer than a lease, nobody goes offline and no socket closes',
  async () => {
    const ann = await TestPerson.signUp(one.url, 'Ann');
    const ben = await TestPerson.signUp(two.url, 'Ben');
    const live = await ann.connect();
    const seen = await watch(ben, ann);
    await until('Ann is online', () => seen.getState() === 'online');
    const roomId = await ann.createRoom();
    await database.kill();
    await wait(12_000);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
    await database.start();
    const send = async () => (await live.request('send_message', { roomId, text: 'again' })).ok !== undefined;
    await until('it recovers by itself', send);
    await until('it is ready', async () => (await fetch(`${one.url}/readyz`)).ok);
    await wait(5_000);
    expect(seen.hasLeft()).toBe(false);
    expect([live.socket.readyState, seen.socket.socket.readyState]).toEqual([1, 1]);
  },
);
