import type { Person } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import { MUTATIONS } from '../src/commands/mutations.ts';
import { runBatch } from '../src/db/open.ts';
import type { Db } from '../src/db/schema.ts';
import { insertFile } from '../src/files/file-store.ts';

/** Sends a message with a file, whose bytes are nowhere. Returns the id of the file. */
export async function sendFile(
  db: Db,
  random: Random,
  roomId: string,
  author: Person | undefined,
): Promise<string> {
  const { uid = '', createdAt = 0 } = author ?? {};
  const [fileId, messageId] = [random.id(createdAt), random.id(createdAt)];
  await insertFile(db, {
    id: fileId,
    key: fileId,
    ownerId: uid,
    roomId: null,
    name: 'a.txt',
    contentType: 'text/plain',
    size: 1,
    width: null,
    height: null,
    duration: null,
    peaks: null,
    createdAt,
    state: 'unsent',
  });
  const send = { mutation: 'send_message', caller: { uid }, input: { roomId, id: messageId, fileId } };
  await runBatch(
    db,
    MUTATIONS,
    [send],
    () => createdAt,
    () => '',
  );
  return fileId;
}
