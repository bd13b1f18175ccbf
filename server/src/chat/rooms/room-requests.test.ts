import { type CommandOutput, MAX_REQUESTS, roomTopic, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import type { InviteRef } from '../../people/invites/invites.ts';
import { listMembers } from '../../people/members/member-list.ts';
import { findMembership, hasMaxRooms, listJoined, listRequests } from '../../people/members/member-store.ts';
import { createCounts } from '../../testing/counts.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  runJobs,
  runJobsAt,
  temporaryDatabase,
} from '../../testing/database.ts';
import { acceptJob, addStrangers } from '../../testing/requests.ts';
import { readMentionPage } from '../mentions/mention-list.ts';
import { findRooms } from './find-rooms.ts';
import { findOldestRequest } from './requests.ts';
import { RoomListReader } from './room-list-reader.ts';

type Kind = 'private' | 'open';

function job(mutation: string, uid: string, input: object): WriteJob {
  return { mutation, caller: { uid }, input };
}

async function createRoom(db: Db, uid: string, kind: Kind = 'private'): Promise<string> {
  const { output } = await runJob<CommandOutput<'create_room'>>(
    db,
    createRoomJob(uid, { kind, name: 'Garden' }),
  );
  return output.room.id;
}

const add = (by: string, roomId: string, uid: string, fixed = {}) =>
  job('set_member', by, { roomId, uid, member: true, fixed });
const remove = (by: string, roomId: string, uid: string) =>
  job('set_member', by, { roomId, uid, member: false });
const leave = (uid: string, roomId: string) => job('leave_room', uid, { roomId });
const decline = (uid: string, roomId: string) =>
  job('set_room_options', uid, { roomId, request: 'declined' });
const block = (uid: string, blocked: string) => job('set_block', uid, { uid: blocked, blocked: true });

async function createPeople(kind: Kind = 'private') {
  const { db, path } = await temporaryDatabase();
  const [ann, ben, cem] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Cem'),
  ];
  const roomId = await createRoom(db, ann, kind);
  const readRequest = async () => (await findMembership(db, roomId, ben)).request;
  /** Cem is another admin of the room. */
  const addCem = () =>
    runJobs(
      db,
      add(ann, roomId, cem),
      acceptJob(cem, roomId),
      job('set_admin', ann, { roomId, uid: cem, admin: true }),
    );
  return { db, path, ann, ben, cem, roomId, readRequest, addCem };
}

type People = Awaited<ReturnType<typeof createPeople>>;

/** Ann and Ben accept another private room. */
async function introduce({ db, ann, ben }: People): Promise<void> {
  const other = await createRoom(db, ann);
  await runJobs(db, add(ann, other, ben), acceptJob(ben, other));
}

const grant = ({ db, ann }: People) => runJobs(db, job('set_workspace_admin', '', { uid: ann, admin: true }));
const join = ({ db, ann, ben, roomId }: People) => runJobs(db, add(ann, roomId, ben), acceptJob(ben, roomId));

/** What happened before Ann adds Ben, and how his membership begins. */
const CASES: readonly (readonly [
  string,
  (people: People) => Promise<unknown>,
  'waiting' | 'declined' | null,
])[] = [
  ['a stranger', async () => {}, 'waiting'],
  ['a known person', introduce, null],
  ['a workspace admin', grant, null],
  ['a blocked stranger', ({ db, ann, ben }) => runJobs(db, block(ben, ann)), 'declined'],
  [
    'a blocked person whom he knows',
    async people => [await introduce(people), await runJobs(people.db, block(people.ben, people.ann))],
    'declined',
  ],
  [
    'a blocked workspace admin',
    async people => [await grant(people), await runJobs(people.db, block(people.ben, people.ann))],
    'declined',
  ],
  [
    'a stranger whom he declined',
    ({ db, ann, ben, roomId }) =>
      runJobs(db, add(ann, roomId, ben), decline(ben, roomId), remove(ann, roomId, ben)),
    'declined',
  ],
  [
    'a known person whom he declined as a stranger',
    async people => {
      const { db, ann, ben, roomId } = people;
      await runJobs(db, add(ann, roomId, ben), decline(ben, roomId), remove(ann, roomId, ben));
      await introduce(people);
    },
    'declined',
  ],
  [
    'a workspace admin whom he declined, after a ban',
    async people => {
      const { db, ann, ben, roomId } = people;
      const ban = (bannedUntil: number | null) => job('set_member', ann, { roomId, uid: ben, bannedUntil });
      await runJobs(db, add(ann, roomId, ben), decline(ben, roomId), ban(NOW + 1_000), ban(null));
      await grant(people);
    },
    'declined',
  ],
  [
    'a stranger whose room he left',
    async people => [await join(people), await runJobs(people.db, leave(people.ben, people.roomId))],
    'declined',
  ],
  [
    'a known person whose room he left',
    async people => {
      await join(people);
      await introduce(people);
      await runJobs(people.db, leave(people.ben, people.roomId));
    },
    'waiting',
  ],
  [
    'a known person whose room he left, after a request that they took back',
    async people => {
      const { db, ann, ben, roomId } = people;
      await join(people);
      await introduce(people);
      await runJobs(db, leave(ben, roomId), add(ann, roomId, ben), remove(ann, roomId, ben));
    },
    'waiting',
  ],
  [
    'a workspace admin whose room he left',
    async people => {
      await join(people);
      await grant(people);
      await runJobs(people.db, leave(people.ben, people.roomId));
    },
    'waiting',
  ],
  [
    'a stranger who removed him',
    async people => [
      await join(people),
      await runJobs(people.db, remove(people.ann, people.roomId, people.ben)),
    ],
    'waiting',
  ],
  [
    'a known person who removed him',
    async people => {
      await join(people);
      await introduce(people);
      await runJobs(people.db, remove(people.ann, people.roomId, people.ben));
    },
    null,
  ],
  [
    'a person who removed him after he left and came back',
    async people => {
      const { db, ann, ben, roomId } = people;
      await join(people);
      await introduce(people);
      await runJobs(db, leave(ben, roomId), add(ann, roomId, ben), acceptJob(ben, roomId));
      await runJobs(db, remove(ann, roomId, ben));
    },
    null,
  ],
];

for (const kind of ['private', 'open'] as const)
  for (const [asker, prepare, request] of CASES)
    test(`Y25 ${asker} adds a person to a room (${kind}): ${request ?? 'at once'}`, async () => {
      const people = await createPeople(kind);
      await prepare(people);
      const { db, ann, ben, roomId } = people;
      const [outcome] = await runJobs(db, add(ann, roomId, ben));
      // The answer, the log and the members are the same in all cases.
      expect(outcome).toMatchObject({ output: { member: { role: 'member', person: { uid: ben } } } });
      const events = outcome && 'publications' in outcome ? outcome.publications : [];
      const forOthers = events.filter(({ topic }) => topic !== selfTopic(ben));
      const step = { type: 'member_changed', roomId, uid: ben, role: 'member', canRead: true };
      expect(forOthers).toMatchObject(kind === 'private' ? [{ topic: roomTopic(roomId), event: step }] : []);
      const { members } = await listMembers(db, roomId, undefined, NOW);
      expect(members.map(({ person, role }) => [person.uid, role])).toContainEqual([ben, 'member']);

      expect((await findMembership(db, roomId, ben)).request).toBe(request);
      expect(await listRequests(db, ben)).toEqual(request === 'waiting' ? [roomId] : []);
      expect((await listJoined(db, ben)).includes(roomId)).toBe(request === null);
    });

test('Y25 where only invited people have accounts, everyone is known', async () => {
  for (const sign_up of ['invite', 'closed']) {
    const { db, ann, ben, roomId, readRequest } = await createPeople();
    await runJobs(db, add(ann, roomId, ben, { sign_up }));
    expect(await readRequest()).toBeNull();
    const direct = await runJob<CommandOutput<'open_direct'>>(
      db,
      job('open_direct', ann, { uids: [ben], id: newId(), fixed: { sign_up } }),
    );
    expect(await listJoined(db, ben)).toContain(direct.output.room.id);
  }
});

test('Y25 nothing but the requests shows the room before an answer, and only what follows counts', async () => {
  const { db, ann, ben, roomId } = await createPeople();
  await runJob(db, add(ann, roomId, ben));
  const mentions = [{ uid: ben, start: 0, length: 4 }];
  const sent = await runJob(db, createSendJob(ann, { roomId, text: '@Ben, buy this', mentions }));
  expect(sent.publications.map(({ topic }) => topic)).toEqual([roomTopic(roomId)]);
  const list = new RoomListReader(db, createCounts(db));
  const actor = { uid: ben, now: NOW };
  const readMine = async (mine: true | 'favourites' | 'requests') =>
    (await list.list(actor, { mine, limit: 50 })).rooms.map(({ id }) => id);
  await runJob(db, job('set_room_options', ben, { roomId, favourite: true }));
  expect([await readMine(true), await readMine('favourites')]).toEqual([[], []]);
  expect((await findRooms(db, actor, { text: 'garden' })).rooms).toEqual([]);
  expect((await readMentionPage(db, actor, undefined)).mentions).toEqual([]);
  expect(await hasMaxRooms(db, ben)).toBe(false);

  const { rooms } = await list.list(actor, { mine: 'requests', limit: 50 });
  const requestedBy = { uid: ann, name: 'Ann' };
  expect(rooms).toMatchObject([
    { id: roomId, membership: { request: 'waiting', requestedBy }, read: { unread: 0, mentions: 0 } },
  ]);
  await runJob(db, acceptJob(ben, roomId));
  expect(await readMine(true)).toEqual([roomId]);
  expect((await findRooms(db, actor, { text: 'garden' })).rooms).toHaveLength(1);
});

test('Y25 an unanswered request makes nobody known, on either side', async () => {
  const { db, ann, ben, roomId } = await createPeople();
  await runJob(db, add(ann, roomId, ben));
  for (const [by, uid] of [
    [ann, ben],
    [ben, ann],
  ] as const) {
    const other = await createRoom(db, by);
    await runJob(db, add(by, other, uid));
    expect(await findMembership(db, other, uid)).toMatchObject({ request: 'waiting', requestedBy: by });
  }
});

test('Y25 accepting, joining, writing and an invitation that one opens are consent, also after a refusal', async () => {
  const accept = {
    accept: ({ db, ben, roomId }: People) => runJob(db, acceptJob(ben, roomId)),
    join: ({ db, ben, roomId }: People) => runJob(db, job('join_room', ben, { roomId })),
    write: ({ db, ben, roomId }: People) => runJob(db, createSendJob(ben, { roomId })),
    invitation: async ({ db, ann, ben, roomId }: People) => {
      const input = { id: newId(), roomIds: [roomId], expiresInDays: 7, maxUses: 1 };
      const { output: invite } = await runJob<InviteRef>(db, job('create_invite', ann, input));
      const { id, createdBy, roomIds } = invite;
      return runJob(db, job('redeem_invite', ben, { id, createdBy, roomIds }));
    },
  };
  for (const consent of Object.values(accept))
    for (const answer of [[], ['declined']]) {
      const people = await createPeople();
      const { db, ann, ben, roomId, readRequest } = people;
      await runJobs(db, add(ann, roomId, ben), ...answer.map(() => decline(ben, roomId)));
      await runJob(db, createSendJob(ann, { roomId }));
      const { publications } = await consent(people);
      const asked = { topic: selfTopic(ben), event: expect.objectContaining({ type: 'read_moved', roomId }) };
      expect(publications, 'the devices ask for the numbers').toContainEqual(asked);
      expect(await readRequest()).toBeNull();
      expect(await listJoined(db, ben)).toEqual([roomId]);
    }
});

test('Y25 a person whom somebody makes an admin of an open room gets a request, too', async () => {
  const { db, ann, ben, roomId } = await createPeople('open');
  await runJob(db, job('set_admin', ann, { roomId, uid: ben, admin: true }));
  expect(await findMembership(db, roomId, ben)).toMatchObject({ role: 'admin', request: 'waiting' });
  await runJob(db, createSendJob(ben, { roomId }));
  expect(await findMembership(db, roomId, ben)).toMatchObject({ role: 'admin', request: null });
});

test('Y25 a bot asks for its owner', async () => {
  const { db, ann, ben, roomId, readRequest } = await createPeople();
  const bot = newId();
  await runJob(db, job('create_bot', ann, { id: bot, name: 'Robo' }));
  const caller = { uid: bot, scope: { ownerId: ann } };
  await db.insertInto('members').values({ roomId, userId: bot, role: 'admin' }).execute();
  await runJob(db, { ...add(bot, roomId, ben), caller });
  expect(await findMembership(db, roomId, ben)).toMatchObject({ request: 'waiting', requestedBy: ann });
  await runJobs(db, remove(ann, roomId, ben), block(ben, ann), { ...add(bot, roomId, ben), caller });
  expect(await readRequest()).toBe('declined');
});

test("Y25 at most 100 requests wait, then only an asker's own oldest gives way, unseen", async () => {
  const { db, ann, ben, roomId } = await createPeople();
  await runJobsAt(NOW - 2, db, add(ann, roomId, ben));
  const [second, archived, third] = [
    await createRoom(db, ann),
    await createRoom(db, ann),
    await createRoom(db, ann),
  ];
  await runJobsAt(
    NOW - 3,
    db,
    add(ann, archived, ben),
    job('archive_room', ann, { roomId: archived, archived: true }),
  );
  await runJobsAt(NOW - 1, db, add(ann, second, ben));
  const others = await addStrangers(db, ann, MAX_REQUESTS - 2);
  await runJobs(db, ...others.map(uid => job('open_direct', uid, { uids: [ben], id: newId() })));
  const [late = ''] = await addStrangers(db, ann, 1);
  const [full] = await runJobs(db, add(ann, third, ben));
  expect(full).toMatchObject({ error: { code: 'limit_exceeded' } });
  const ask = (uid: string) => findOldestRequest(db, { uid }, ben);
  expect([await ask(late), await ask(ann)]).toEqual([undefined, roomId]);
  await runJobs(db, job('withdraw_request', late, { roomId, uid: ben }));
  expect((await findMembership(db, roomId, ben)).request, 'of another asker').toBe('waiting');
  const { publications } = await runJob(db, job('withdraw_request', ann, { roomId, uid: ben }));
  expect(publications.map(({ topic }) => topic)).toEqual([selfTopic(ben)]);
  await runJob(db, add(ann, third, ben));
  expect(await listRequests(db, ben)).toHaveLength(MAX_REQUESTS);
});
