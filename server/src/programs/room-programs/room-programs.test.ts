import { MAX_LISTED_ROOM_TOKENS, MAX_ROOM_WEBHOOKS, MAX_WEBHOOKS, type RoomProgram } from '@snug/protocol';
import { expect, test } from 'vitest';
import { listAuditEntries } from '../../admin/audit/audit-log.ts';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { addPerson, createRoomJob, createTestRoom, NOW, runJob, runJobs } from '../../testing/database.ts';
import { findByHash, findUsable, listByCreator } from '../tokens/token-store.ts';
import { listWebhooksBy } from '../webhooks/webhook-store.ts';
import { findProgramOwner } from './remove-room-program.ts';
import { listRoomPrograms } from './room-program-list.ts';

const DAY_MS = 24 * 60 * 60_000;

function tokenJob(uid: string, input: { roomIds?: string[]; uid?: string }): WriteJob {
  const token = { id: newId(), hash: newId(), name: 'My laptop', expiresInDays: 1, ...input };
  return { mutation: 'create_token', caller: { uid }, input: token };
}

async function addToken(db: Db, uid: string, input: { roomIds?: string[]; uid?: string } = {}) {
  const job = tokenJob(uid, input);
  await runJob(db, job);
  return (job as { input: { id: string; hash: string } }).input;
}

async function addWebhook(db: Db, uid: string, roomId: string, id = newId()): Promise<string> {
  const input = { id, roomId, url: 'https://hooks.example/secret' };
  await runJob(db, { mutation: 'create_webhook', caller: { uid }, input });
  return id;
}

function removeJob(uid: string, roomId: string, id: string, ownerId: string): WriteJob {
  return { mutation: 'remove_room_program', caller: { uid }, input: { roomId, id, ownerId } };
}

async function list(db: Db, roomId: string, now = NOW): Promise<readonly RoomProgram[]> {
  return (await listRoomPrograms(db, now, { roomId })).programs;
}

/** Ann's room, and Ben with a bot. */
async function createSetup() {
  const { db, path, uid: ann, roomId } = await createTestRoom();
  const [ben, bot] = [await addPerson(db, 'Ben'), newId()];
  await runJob(db, { mutation: 'create_bot', caller: { uid: ben }, input: { id: bot, name: 'Pilot' } });
  const room = createRoomJob(ann, { name: 'Second' });
  await runJob(db, room);
  const { id: other } = (room as { input: { id: string } }).input;
  return { db, path, ann, ben, bot, roomId, other };
}

test('BT12 the programs of a room are listed without addresses, names of tokens, and tokens for all rooms', async () => {
  const { db, ben, bot, roomId, other } = await createSetup();
  const webhook = await addWebhook(db, ben, roomId);
  await addWebhook(db, ben, other);
  await addToken(db, ben);
  const own = await addToken(db, ben, { roomIds: [other, roomId] });
  const ofBot = await addToken(db, ben, { uid: bot, roomIds: [roomId] });
  await addToken(db, ben, { uid: bot, roomIds: [other] });
  const programs = await list(db, roomId);
  expect(programs).toMatchObject([
    { id: webhook, kind: 'webhook', host: 'hooks.example', owner: { name: 'Ben' }, person: { name: 'Ben' } },
    { id: ofBot.id, kind: 'token', owner: { name: 'Ben' }, person: { name: 'Pilot', bot: true } },
    { id: own.id, kind: 'token', owner: { name: 'Ben' }, person: { name: 'Ben' } },
  ]);
  expect(JSON.stringify(programs)).not.toMatch(/secret|laptop/);
  expect(await list(db, roomId, NOW + DAY_MS), 'expired tokens').toMatchObject([{ id: webhook }]);
});

test('BT12 a page of programs is bounded, and the pages have each of them once', async () => {
  const { db, ann, ben, roomId } = await createSetup();
  for (const uid of [ann, ben])
    for (let count = 0; count < MAX_WEBHOOKS; count++) await addWebhook(db, uid, roomId);
  const jobs = Array.from({ length: MAX_LISTED_ROOM_TOKENS }, () => tokenJob(ben, { roomIds: [roomId] }));
  await runJobs(db, ...jobs);
  await addToken(db, ann, { roomIds: [roomId] });
  const first = await listRoomPrograms(db, NOW, { roomId });
  expect(first.programs).toHaveLength(MAX_ROOM_WEBHOOKS + MAX_LISTED_ROOM_TOKENS);
  const second = await listRoomPrograms(db, NOW, { roomId, before: first.next });
  expect(second).toMatchObject({ programs: [{ kind: 'token' }] });
  expect(second.next).toBe(undefined);
  expect(new Set([...first.programs, ...second.programs].map(({ id }) => id)).size).toBe(
    MAX_ROOM_WEBHOOKS + MAX_LISTED_ROOM_TOKENS + 1,
  );
});

test('BT13 a removed token keeps its secret and its other rooms under a new id, and its last removal ends it', async () => {
  const { db, ann, ben, roomId, other } = await createSetup();
  const { id, hash } = await addToken(db, ben, { roomIds: [roomId, other] });
  const { output } = await runJob(db, removeJob(ann, roomId, id, ben));
  expect(output).toEqual({ endedTokenId: id });
  expect((await findUsable(db, [id], NOW)).size, 'sockets with the old id end').toBe(0);
  const narrowed = await findByHash(db, hash, NOW);
  expect(narrowed).toMatchObject({ roomIds: other });
  expect(await list(db, roomId)).toEqual([]);
  expect(narrowed?.id).not.toBe(id);
  expect(await list(db, other), 'the list keeps the first id').toMatchObject([{ id }]);
  await runJob(db, removeJob(ann, other, id, ben));
  expect(await findByHash(db, hash, NOW)).toBe(undefined);
  expect(await listByCreator(db, ben), 'its owner sees that').toMatchObject([{ roomIds: [] }]);
});

test('BT13 its owner revokes a token by the id that they know, also after its removal from a room', async () => {
  const { db, ann, ben, roomId, other } = await createSetup();
  const { id, hash } = await addToken(db, ben, { roomIds: [roomId, other] });
  await runJob(db, removeJob(ann, roomId, id, ben));
  const narrowed = await findByHash(db, hash, NOW);
  const revoke = (uid: string) => runJob(db, { mutation: 'revoke_token', caller: { uid }, input: { id } });
  await revoke(ann);
  expect(await findByHash(db, hash, NOW), 'that of somebody else').toEqual(narrowed);
  const { output } = await revoke(ben);
  expect(await findByHash(db, hash, NOW)).toBe(undefined);
  expect(output, 'its sockets end').toEqual({ revokedId: narrowed?.id });
  expect((await revoke(ben)).output).toEqual({});
});

test('BT13 a removed webhook stays with its owner, who cannot retry it, and no longer counts in the room', async () => {
  const { db, ann, ben, roomId } = await createSetup();
  const id = await addWebhook(db, ben, roomId);
  await db
    .updateTable('webhooks')
    .set({ owner: 'process', until: NOW + DAY_MS })
    .execute();
  await runJob(db, removeJob(ann, roomId, id, ben));
  expect(await listWebhooksBy(db, ben)).toMatchObject([{ id, paused: 'removed' }]);
  expect(await db.selectFrom('webhooks').select(['owner', 'until']).execute()).toEqual([
    { owner: null, until: null },
  ]);
  expect(await list(db, roomId)).toEqual([]);
  const retry = { mutation: 'retry_webhook', caller: { uid: ben }, input: { id, roomId } };
  expect(await runJobs(db, retry)).toMatchObject([{ error: { code: 'forbidden' } }]);
  expect(await listWebhooksBy(db, ben)).toMatchObject([{ paused: 'removed' }]);
});

test('BT13 a removal is audited once, only for those who moderate, and only of programs of the room', async () => {
  const { db, ann, ben, bot, roomId, other } = await createSetup();
  const { id } = await addToken(db, ben, { uid: bot, roomIds: [roomId] });
  const webhook = await addWebhook(db, ben, other);
  expect(await findProgramOwner(db, roomId, webhook)).toBe(undefined);
  const outcomes = await runJobs(db, removeJob(ben, roomId, id, ben), removeJob(ann, roomId, webhook, ben));
  expect(outcomes).toMatchObject([{ error: { code: 'forbidden' } }, { output: {} }]);
  expect(await listWebhooksBy(db, ben)).toMatchObject([{ paused: null }]);
  for (let run = 0; run < 2; run++) await runJob(db, removeJob(ann, roomId, id, ben));
  const { entries } = await listAuditEntries(db, { uid: ann, now: NOW }, { oldestFirst: false });
  expect(entries).toMatchObject([
    { action: 'remove_program', actor: { uid: ann }, target: { uid: bot }, room: { id: roomId } },
  ]);
});
