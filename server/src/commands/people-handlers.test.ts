import type { CommandOutput } from '@snug/protocol';
import { expect, test } from 'vitest';
import { addPerson, createRoomJob, NOW, runJob, temporaryDatabase } from '../testing/database.ts';
import { addGuest } from '../testing/guests.ts';
import type { HandlerCaller, Services } from './command-handler.ts';
import { peopleHandlers } from './people-handlers.ts';

test('G1 a block hides neither of the two in a search for people, neither in a room nor for a guest', async () => {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const run = (uid: string, mutation: string, input: object) =>
    runJob(db, { mutation, caller: { uid }, input });
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { kind: 'private' }));
  const roomId = output.room.id;
  await run(ann, 'set_member', { roomId, uid: ben, member: true, fixed: { sign_up: 'invite' } });
  const gil = await addGuest(db, { inviter: ann, roomId });
  const people = [ann, ben, gil];
  await run('', 'index_people', { uids: people });
  for (const uid of people)
    for (const other of people.filter(each => each !== uid))
      await run(uid, 'set_block', { uid: other, blocked: true });
  const services = { read: db, nameTurns: { begin: () => async () => {} } } as unknown as Services;
  const find = async (uid: string, text: string, ofRoom?: string) => {
    const caller = { uid, now: NOW, ...(uid === gil && { guest: true }) } as HandlerCaller;
    const input = { text, ...(ofRoom !== undefined && { roomId: ofRoom }) };
    return (await peopleHandlers.find_people(services, caller, input)).people.map(person => person.uid);
  };
  const names = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', people).execute();
  for (const uid of people)
    for (const { id, name } of names)
      expect([await find(uid, name), await find(uid, name, roomId)], `${uid} ${name}`).toEqual([[id], [id]]);
});
