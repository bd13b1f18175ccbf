import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { temporaryDatabase } from '../../../testing/database.ts';
import { generateArchive, toSource } from '../apply/testing/generated-archive.ts';
import { runImport, toTarget } from '../apply/testing/run-import.ts';
import { checkRoom } from './check-rooms.ts';

/** By rule, what breaks it in one room. */
const FAULTS: Readonly<Record<string, string>> = {
  'times never go backwards': `update "messages" set "createdAt" = 1 where "roomId" = ? and "seq" = 9`,
  'the position of the room is its last change': `update "rooms" set "seq" = 3 where "id" = ?`,
  'the last message of the room is the last one that is not deleted': `update "rooms" set "lastMessageSeq" = 2 where "id" = ?`,
  'a reply belongs to a conversation': `update "messages" set "rootId" = null where "roomId" = ?`,
  'the first message of a conversation is there and precedes its replies': `update "messages" set "rootId" = 'none' where "roomId" = ? and "rootId" is not null`,
  'the answered message is there': `update "messages" set "replyTo" = 'none' where "roomId" = ? and "replyTo" is not null`,
  'the room counts its writers': `update "rooms" set "writerCount" = "writerCount" + 1 where "id" = ?`,
  'the room counts its guests': `update "rooms" set "guestCount" = "guestCount" + 1 where "id" = ?`,
  'each writer has the number of their messages': `update "members" set "messageCount" = "messageCount" + 1 where "roomId" = ?`,
  'nobody else has a number of messages': `insert into "members" ("roomId", "userId", "messageCount")
    select r."id", u."id", 3 from "rooms" r join "users" u on u."name" = 'Owner' where r."id" = ?`,
  'each conversation has the number of its replies': `update "reply_counts" set "count" = "count" + 1 where "roomId" = ?`,
  'each message has the numbers of its reactions': `delete from "reactions" where "roomId" = ?`,
  'a mention belongs to a message that is not deleted': `update "mentions" set "at" = 1 where "roomId" = ?`,
  'each sent file has a message': `update "messages" set "fileId" = null where "roomId" = ?`,
  'the file of a message is sent in its room': `update "files" set "state" = 'unsent' where "roomId" = ?`,
  'each member has a read cursor': `delete from "reads" where "roomId" = ?`,
  'nobody is called for the messages': `update "notify_rooms" set "seq" = 0 where "roomId" = ?`,
  'the lists have the time of the last message': `update "room_activity" set "at" = 1 where "roomId" = ?`,
  'only rooms that are not archived are in the lists': `delete from "room_activity" where "roomId" = ?`,
  'the log has no gap': `update "rooms" set "seq" = "seq" + 1 where "id" = ?`,
};

class Undo extends Error {}

test('each rule finds what breaks it', async () => {
  const target = await toTarget(await temporaryDatabase());
  const archive = generateArchive(5, { rooms: 1, messages: 150 });
  expect(await runImport(target, toSource(archive))).toEqual([]);
  const roomId = archive.rooms[0]?.id ?? '';
  for (const [rule, statement] of Object.entries(FAULTS)) {
    let found: string[] = [];
    const change = target.db.transaction().execute(async transaction => {
      const [before = '', after = ''] = statement.split('?');
      await sql`${sql.raw(before)}${roomId}${sql.raw(after)}`.execute(transaction);
      found = (await checkRoom(transaction, { roomId, isWhole: true })).map(fault => fault.rule);
      throw new Undo();
    });
    await expect(change).rejects.toThrow(Undo);
    expect(found).toContain(rule);
  }
});
