import { CommandError, type CommandOutput, MAX_REQUESTS } from '@snug/protocol';
import { expect, test, vi } from 'vitest';
import { newId } from '../base/ids.ts';
import type { Caller } from '../db/mutation.ts';
import { findMembership, listRequests } from '../people/members/member-store.ts';
import { addPerson, createRoomJob, NOW, runJob, runJobs, temporaryDatabase } from '../testing/database.ts';
import { acceptJob } from '../testing/requests.ts';
import { addToRoom, giveWayAndWrite } from './add-to-room.ts';
import type { Services } from './command-handler.ts';

type Writer = Services['writer'];

async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const write = async (mutation: string, caller: Caller, input: unknown): Promise<unknown> => {
    const [outcome] = await runJobs(db, { mutation, caller, input });
    if (outcome && 'output' in outcome) return outcome.output;
    const { code, message } = outcome?.error ?? { code: 'internal' as const, message: 'nothing' };
    throw new CommandError(code, message);
  };
  const admitConversation = vi.fn<(uid: string) => Promise<void>>(async () => {});
  const services = { read: db, writer: { write } as Writer, admitConversation, fixedSettings: {} };
  const createRoom = async (uid: string) =>
    (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid, { kind: 'private' }))).output.room.id;
  const add = (roomId: string, uid: string, scope?: Caller['scope']) =>
    addToRoom(services, { uid: ann, guest: false, now: NOW, sessionId: '', scope }, { roomId, uid }, () =>
      write('set_member', { uid: ann }, { roomId, uid, member: true }),
    );
  return { db, ann, ben, services, write, createRoom, add, admitConversation };
}

test('Y25 the addition of a stranger counts as a request, also if they have blocked the asker, and that of a known person does not', async () => {
  const { db, ann, ben, createRoom, add, admitConversation } = await createSetup();
  const [first, second, third] = [await createRoom(ann), await createRoom(ann), await createRoom(ann)];
  await add(first, ben);
  expect(admitConversation.mock.calls).toEqual([[ann]]);
  await add(first, ben);
  expect(admitConversation, 'a repetition').toHaveBeenCalledTimes(1);
  await runJobs(db, { mutation: 'set_block', caller: { uid: ben }, input: { uid: ann, blocked: true } });
  await add(second, ben);
  expect(admitConversation).toHaveBeenCalledTimes(2);
  await runJobs(db, acceptJob(ben, first));
  await add(third, ben);
  expect(admitConversation).toHaveBeenCalledTimes(2);
  expect((await findMembership(db, third, ben)).request, 'still blocked').toBe('declined');
});

test('Y25 the requests of a bot count for its owner', async () => {
  const { ann, ben, createRoom, add, admitConversation } = await createSetup();
  await add(await createRoom(ann), ben, { ownerId: 'owner' });
  expect(admitConversation.mock.calls).toEqual([['owner']]);
});

test("Y25 the asker's own oldest request gives way to a new one, for a room and a direct room", async () => {
  const { db, ann, ben, services, write, createRoom, add } = await createSetup();
  const [first, second, third] = [await createRoom(ann), await createRoom(ann), await createRoom(ann)];
  await add(first, ben);
  const user = await db.selectFrom('users').selectAll().where('id', '=', ann).executeTakeFirstOrThrow();
  const others = Array.from({ length: MAX_REQUESTS }, () => newId());
  await db
    .insertInto('users')
    .values(others.map(id => ({ ...user, id, email: `${id}@snug.example` })))
    .execute();
  const openDirect = (uid: string) => {
    const run = () => write('open_direct', { uid }, { uids: [ben], id: newId() });
    return giveWayAndWrite(services, { uid, guest: false, now: NOW, sessionId: '' }, [ben], run);
  };
  for (const uid of others.slice(1)) await openDirect(uid);
  await expect(openDirect(others[0] ?? '')).rejects.toMatchObject({ code: 'limit_exceeded' });
  await add(second, ben);
  expect((await findMembership(db, first, ben)).request).toBe('declined');
  await openDirect(ann);
  expect((await findMembership(db, second, ben)).request).toBe('declined');
  await add(third, ben);
  expect(await listRequests(db, ben)).toHaveLength(MAX_REQUESTS);
});
