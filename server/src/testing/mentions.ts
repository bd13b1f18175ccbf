import type { CommandOutput, Mention, Message } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import type { Db } from '../db/schema.ts';
import type { WriteJob } from '../db/store.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  runJobs,
  temporaryDatabase,
} from './database.ts';
import { acceptJob } from './requests.ts';

/** The range of `typed` in the text; with null for everyone. */
export function toMention(text: string, uid: string | null, typed: string): Mention {
  return { uid, start: text.indexOf(typed), length: typed.length };
}

export interface SentOptions {
  text?: string;
  mentions?: readonly Mention[];
  replyTo?: string;
  at?: number;
  roomId?: string;
}

/** Ann's room with Ben as its member, and Cem, who is not. */
export async function createMentionRoom(kind: 'open' | 'private' = 'open') {
  const database = await temporaryDatabase();
  const { db } = database;
  const [ann, ben, cem] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Cem'),
  ];
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { kind }));
  const roomId = output.room.id;
  await runJobs(db, memberJob(ann, roomId, ben, { member: true }), acceptJob(ben, roomId));
  const send = async (uid: string, { at = NOW, ...input }: SentOptions) =>
    runJob<{ message: Message }>(db, createSendJob(uid, { roomId, id: newId(), ...input }), at);
  return { ...database, roomId, ann, ben, cem, send };
}

export function memberJob(by: string, roomId: string, uid: string, change: object): WriteJob {
  return { mutation: 'set_member', caller: { uid: by }, input: { roomId, uid, ...change } };
}

export async function addMembers(db: Db, by: string, roomId: string, count: number): Promise<string[]> {
  const uids: string[] = [];
  for (let index = 0; index < count; index++) {
    const uid = await addPerson(db, `Person ${index}`);
    await runJobs(db, memberJob(by, roomId, uid, { member: true }), acceptJob(uid, roomId));
    uids.push(uid);
  }
  return uids;
}

/** Who is mentioned or answered by which message, as stored. */
export async function readMentionRows(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('mentions').selectAll().orderBy('seq').orderBy('userId').execute();
  return rows.map(({ userId, seq, kind }) => `${userId} ${seq} ${kind}`);
}
