import { EXPIRED_TOKEN_DAYS, MAX_TOKENS, type Token } from '@snug/protocol';
import { expect, test } from 'vitest';
import { TokenAuthenticator } from '../../account/token-authenticator.ts';
import { newId } from '../../base/ids.ts';
import { hashSecretCode } from '../../base/secret-code.ts';
import { SignedCodes } from '../../base/signed-codes.ts';
import { MUTATIONS, type SnugMutations } from '../../commands/mutations.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { Writer } from '../../db/writer.ts';
import { addPerson, createTestRoom, NOW, runBatch, runJob, runJobs } from '../../testing/database.ts';
import { readBearer } from './bearer.ts';
import { findUsable, listByCreator } from './token-store.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WEBHOOK_CODES = new SignedCodes('x'.repeat(32), 'webhook');
const SECRET = `snug_${'s'.repeat(43)}`;

function createJob(uid: string, input: object = {}): WriteJob {
  const token = { id: newId(), hash: newId(), name: 'A program', expiresInDays: 1, ...input };
  return { mutation: 'create_token', caller: { uid }, input: token };
}

async function createSetup(input: object = {}) {
  const { db, uid, roomId } = await createTestRoom();
  const clock = { now: NOW };
  const writes: string[] = [];
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => {
      writes.push(...jobs.map(job => ('mutation' in job ? job.mutation : 'sql')));
      return runBatch(db, MUTATIONS, jobs, () => clock.now);
    },
    onCommit: () => {},
    onFailure: () => {},
  });
  const { token } = (
    await runJob<{ token: Token }>(db, createJob(uid, { hash: hashSecretCode(SECRET), ...input }))
  ).output;
  const tokens = new TokenAuthenticator({
    read: db,
    writer,
    now: () => clock.now,
    webhookCodes: WEBHOOK_CODES,
    onFailure: () => {},
  });
  return { db, uid, roomId, clock, writer, writes, token, tokens };
}

async function listNames(db: Db, uid: string): Promise<string[]> {
  return (await listByCreator(db, uid)).map(({ name }) => name);
}

test('BT5 a token opens until its expiry, and is listed for 30 days more', async () => {
  const { db, uid, clock, writer, token, tokens } = await createSetup({ expiresInDays: 2 });
  expect(token.expiresAt).toBe(NOW + 2 * DAY_MS);
  expect(await tokens.find(SECRET)).toMatchObject({ id: token.id, me: { uid }, scope: {} });
  clock.now = token.expiresAt - 1;
  expect(await findUsable(db, [token.id, newId()], clock.now)).toEqual(new Set([token.id]));
  expect(await tokens.find(SECRET)).toBeDefined();
  clock.now = token.expiresAt;
  expect(await tokens.find(SECRET)).toBe(undefined);
  expect((await findUsable(db, [token.id], clock.now)).size).toBe(0);
  const sweep = async () => (await writer.write('delete_expired_tokens', { uid: '' }, { limit: 10 })).count;
  clock.now += EXPIRED_TOKEN_DAYS * DAY_MS - 1;
  expect([await sweep(), await listNames(db, uid)]).toEqual([0, ['A program']]);
  clock.now += 1;
  expect([await sweep(), await listNames(db, uid)]).toEqual([1, []]);
});

test('BT6 uses within an hour are one write', async () => {
  const { clock, writer, writes, tokens } = await createSetup();
  const use = async () => {
    await Promise.all([tokens.find(SECRET), tokens.find(SECRET)]);
    await writer.whenIdle();
    return writes.length;
  };
  expect(await use()).toBe(2);
  clock.now += HOUR_MS - 1;
  expect(await use()).toBe(2);
  clock.now += 1;
  expect(await use()).toBe(4);
});

test('BT3 a token names only rooms that its creator may read', async () => {
  const { db, uid, roomId, writer, tokens } = await createSetup();
  const eve = await addPerson(db, 'Eve');
  const secret = `snug_${'t'.repeat(43)}`;
  await runJob(db, createJob(uid, { hash: hashSecretCode(secret), roomIds: [roomId] }));
  expect((await tokens.find(secret))?.scope).toMatchObject({ roomIds: [roomId] });
  await writer.whenIdle();
  const room = { id: newId(), name: 'Room', description: 'A room', kind: 'private' };
  await runJob(db, { mutation: 'create_room', caller: { uid }, input: room });
  expect(await runJobs(db, createJob(eve, { roomIds: [room.id] }))).toMatchObject([
    { error: { code: 'not_found' } },
  ]);
});

test('BT4 the secrets of a token are compared as a whole, and another scheme is no token', async () => {
  const { tokens } = await createSetup();
  for (const wrong of ['', 'snug_', SECRET.slice(1), `${SECRET} `, SECRET.toUpperCase()])
    expect([wrong, await tokens.find(wrong)]).toEqual([wrong, undefined]);
  const headers = ['Bearer a', 'bearer  a', 'Bearer', 'Basic a', 'Bearera', ''];
  expect(headers.map(authorization => readBearer({ authorization }))).toEqual([
    'a',
    'a',
    '',
    undefined,
    undefined,
    undefined,
  ]);
});

const OTHER_SECRET = `snug_${'o'.repeat(43)}`;

test('BT4 a repetition replaces the secret of a token that was never used, also at the limit of tokens', async () => {
  const { db, uid, clock, tokens } = await createSetup();
  const input = { id: newId(), name: 'Backup', expiresInDays: 7 };
  const create = (secret: string) =>
    runJob<{ token: Token }>(db, createJob(uid, { ...input, hash: hashSecretCode(secret) }), clock.now);
  const [lost, again] = [`snug_${'l'.repeat(43)}`, OTHER_SECRET];
  const first = await create(lost);
  await runJobs(db, ...Array.from({ length: MAX_TOKENS - 2 }, () => createJob(uid)));
  clock.now += HOUR_MS;
  expect((await create(again)).output).toEqual(first.output);
  expect(await tokens.find(lost)).toBeUndefined();
  expect(await tokens.find(again)).toMatchObject({ id: input.id });
  expect(await listNames(db, uid)).toHaveLength(MAX_TOKENS);
});

test('BT4 the id of a used token, or of one with another input or creator, is taken', async () => {
  const { db, uid, roomId, writer, tokens } = await createSetup();
  const bot = newId();
  await runJob(db, { mutation: 'create_bot', caller: { uid }, input: { id: bot, name: 'Robo' } });
  const eve = await addPerson(db, 'Eve');
  const input = { id: newId(), name: 'Backup', expiresInDays: 7 };
  await runJob(db, createJob(uid, { ...input, hash: hashSecretCode(OTHER_SECRET) }));
  const changes = [{ name: 'Restore' }, { expiresInDays: 8 }, { roomIds: [roomId] }, { uid: bot }];
  const others = [...changes.map(change => createJob(uid, { ...input, ...change })), createJob(eve, input)];
  const taken = { error: { code: 'id_taken' } };
  expect(await runJobs(db, ...others)).toMatchObject(others.map(() => taken));
  expect(await tokens.find(OTHER_SECRET)).toMatchObject({ id: input.id });
  await writer.whenIdle();
  expect(await runJobs(db, createJob(uid, input))).toMatchObject([taken]);
  expect(await tokens.find(OTHER_SECRET)).toMatchObject({ id: input.id });
});

test('BT4 the list begins with the newest token, whatever the ids', async () => {
  const { db, uid } = await createTestRoom();
  const ids = ['c0ffee00-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001'];
  for (const [index, id] of ids.entries())
    await runJob(db, createJob(uid, { id, name: `number ${index}` }), NOW + index);
  expect(await listNames(db, uid)).toEqual(['number 1', 'number 0']);
});

test('BT5 a person has at most 50 tokens; expired ones make space', async () => {
  const { db, uid } = await createSetup();
  const jobs = Array.from({ length: MAX_TOKENS }, () => createJob(uid));
  const outcomes = await runJobs(db, ...jobs);
  expect(outcomes.at(-2)).toHaveProperty('output');
  expect(outcomes.at(-1)).toMatchObject({ error: { code: 'limit_exceeded' } });
  await runJob(db, createJob(uid, { name: 'The next one' }), NOW + DAY_MS);
  expect(await listNames(db, uid)).toEqual(['The next one']);
});

test('BT10 the code of a webhook opens until the expiry of its token', async () => {
  const { db, uid, roomId, clock, tokens } = await createSetup();
  const botId = newId();
  await runJob(db, { mutation: 'create_bot', caller: { uid }, input: { id: botId, name: 'Robo' } });
  const { token } = (await runJob<{ token: Token }>(db, createJob(uid, { uid: botId, roomIds: [roomId] })))
    .output;
  const code = WEBHOOK_CODES.toCode(token.id);
  expect(await tokens.findWebhook(code)).toMatchObject({
    id: token.id,
    me: { uid: botId },
    scope: { ownerId: uid, roomIds: [roomId] },
  });
  expect(await tokens.findWebhook(WEBHOOK_CODES.toCode(newId()))).toBe(undefined);
  clock.now = token.expiresAt;
  expect(await tokens.findWebhook(code)).toBe(undefined);
});
