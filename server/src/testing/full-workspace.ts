import { HEART } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../db/schema.ts';
import { addPerson, createRoomJob, createSendJob, NOW, runJob, runJobs } from './database.ts';
import { addEmoji, createEmojiChange, createNameJob } from './emoji.ts';
import { createRoomWithFiles } from './files.ts';
import { addGuest } from './guests.ts';
import { eraseTrimmed, makeOlder, trimRoom } from './trims.ts';

/** A workspace with a row of every kind that people make. */
export async function createFullWorkspace() {
  const setup = await createRoomWithFiles();
  const { db, uid: ann, roomId: open, upload } = setup;
  const ben = await addPerson(db, 'Ben');
  const cleo = await addPerson(db, 'Cleo');
  await addPerson(db, 'Half', { isIncomplete: true });
  const run = async <Output = object>(uid: string, mutation: string, input: object) =>
    (await runJob<Output>(db, { mutation, caller: { uid }, input })).output;
  const send = async (uid: string, input: Parameters<typeof createSendJob>[1]) =>
    (await runJob<{ message: { id: string } }>(db, createSendJob(uid, input))).output.message.id;
  const create = async (input: Parameters<typeof createRoomJob>[1]) =>
    (await runJob<{ room: { id: string } }>(db, createRoomJob(ann, input))).output.room.id;

  await run('', 'set_workspace_admin', { uid: ann, admin: true });
  const closed = await create({ name: 'Plans', kind: 'private' });
  await run(ann, 'set_member', { roomId: closed, uid: ben, member: true });
  const guest = await addGuest(db, { inviter: ann, roomId: closed, until: NOW + 86_400_000 });
  const { room: direct } = await run<{ room: { id: string } }>(ann, 'open_direct', {
    id: newId(),
    uids: [ben],
  });
  const bot = await run<{ bot: { uid: string } }>(ann, 'create_bot', { id: newId(), name: 'Robo' });
  const trimmed = await create({ name: 'Old things' });
  await addEmoji(db, ann, 'catparty');
  await runJobs(db, createNameJob(ann, 'catparty', 'tabbycat'));
  await addEmoji(db, ann, 'gonecat');
  await runJobs(db, createEmojiChange('delete_emoji', ann, 'gonecat'));

  const root = await send(ann, { roomId: open, text: 'Hello **all**\n:catparty: \u2028 🙂' });
  const mention = { uid: ben, start: 0, length: 4 };
  const reply = await send(ben, {
    roomId: open,
    text: '@Ben hears @room',
    replyTo: root,
    mentions: [mention, { uid: null, start: 11, length: 5 }],
  });
  const wrong = await send(ben, { roomId: open, text: 'A mistake' });
  const rude = await send(ben, { roomId: open, text: 'Rude words' });
  await run(ben, 'edit_message', {
    id: reply,
    editId: newId(),
    revision: 0,
    roomId: open,
    text: '@Ben reads',
    mentions: [mention],
  });
  await run(ben, 'delete_message', { roomId: open, messageId: wrong });
  await run(ann, 'remove_message', { roomId: open, messageId: rude });
  for (const [uid, emoji] of [
    [ann, HEART],
    [ben, HEART],
    [ben, '👍🏽'],
    [ann, ':catparty:'],
  ] as const)
    await run(uid, 'set_reaction', { roomId: open, messageId: root, emoji, on: true });
  await run(ann, 'set_pin', { roomId: open, messageId: root, on: true });
  await run(cleo, 'join_room', { roomId: open });

  const file = await upload(PNG, '../a?.png');
  const withFile = { id: newId(), roomId: closed, fileId: file.id };
  await run(ann, 'send_message', withFile);
  await upload('never sent', 'unsent.txt');
  await send(guest, { roomId: closed, text: 'As a guest' });
  await send(ben, { roomId: direct.id, text: 'Between us' });

  for (let index = 0; index < 5; index++) await send(ann, { roomId: trimmed, text: `old ${index}` });
  const [pinned] = await findIds(db, trimmed);
  await run(ann, 'set_pin', { roomId: trimmed, messageId: pinned, on: true });
  await makeOlder(db, trimmed, 4);
  await trimRoom(db, trimmed, { keepsPins: true });
  await eraseTrimmed(db, trimmed);

  await run(ann, 'set_read', { roomId: open, seq: 1, version: 1 });
  await run(ben, 'set_saved', { roomId: open, messageId: root, on: true });
  await run(ben, 'set_follow', { roomId: open, messageId: root, on: true });
  await run(ben, 'set_block', { uid: cleo, blocked: true });
  await run(ben, 'set_status', { emoji: '🎧', text: 'Busy', until: Date.UTC(2098, 0, 1) });
  await run(ann, 'create_invite', { id: newId(), roomIds: [open], maxUses: 3, expiresInDays: 7 });
  return {
    ...setup,
    ann,
    ben,
    cleo,
    guest,
    bot: bot.bot.uid,
    open,
    closed,
    direct: direct.id,
    trimmed,
    root,
    reply,
    wrong,
    rude,
    file,
    run,
    send,
  };
}

async function findIds(db: Db, roomId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('roomId', '=', roomId)
    .orderBy('seq')
    .execute();
  return rows.map(({ id }) => id);
}
