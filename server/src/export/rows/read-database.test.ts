import { HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import { NOW, sendMany } from '../../testing/database.ts';
import { collectLines } from '../../testing/export-lines.ts';
import { createFullWorkspace } from '../../testing/full-workspace.ts';
import { readDatabase } from './read-database.ts';

test('a whole workspace has its people, rooms, messages, files and emoji', async () => {
  const workspace = await createFullWorkspace();
  const { db, storage, ann, ben, guest, bot, open, closed, direct, trimmed, root, reply } = workspace;
  const lines = await collectLines(readDatabase(db, storage));
  expect(lines.people.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Ben', 'Cleo', 'Gil', 'Robo']);
  expect(lines.people).toContainEqual({
    id: guest,
    name: 'Gil',
    email: `${guest}@snug.example`,
    joinedAt: new Date(NOW).toISOString(),
    guest: { invitedBy: ann, until: new Date(NOW + 86_400_000).toISOString() },
  });
  expect(lines.people.find(({ id }) => id === bot)).toMatchObject({ bot: true, owner: ann });
  expect(lines.people.find(({ id }) => id === bot)).not.toHaveProperty('email');
  expect(lines.people.find(({ id }) => id === ann)).toMatchObject({ workspaceAdmin: true });
  const rooms = new Map(lines.rooms.map(room => [room.id, room]));
  expect(rooms.get(open)).toMatchObject({ kind: 'open', name: 'Room', createdBy: ann, messages: 4 });
  expect(rooms.get(closed)).toMatchObject({ kind: 'private', messages: 2 });
  expect(
    rooms
      .get(closed)
      ?.members.map(({ uid }) => uid)
      .toSorted(),
  ).toEqual([ann, ben, guest].toSorted());
  expect(rooms.get(direct)).toMatchObject({ kind: 'direct', people: [ann, ben].toSorted() });
  expect(rooms.get(trimmed)).toMatchObject({ trimmed: { keptPins: 1 }, messages: 2 });
  expect(lines.messages.get(trimmed)?.map(({ text }) => text)).toEqual(['old 0', 'old 4']);
  const [first, second, deleted, removed] = lines.messages.get(open) ?? [];
  expect(first).toMatchObject({
    id: root,
    by: ann,
    text: 'Hello **all**\n:catparty: \u2028 🙂',
    reactions: { [HEART]: [ann, ben].toSorted(), '👍🏽': [ben], ':catparty:': [ann] },
    pinned: { by: ann },
  });
  expect(second).toMatchObject({
    id: reply,
    replyTo: root,
    root,
    text: '@Ben reads',
    mentions: [{ uid: ben, start: 0, length: 4 }],
    edited: { count: 1 },
  });
  expect(deleted).toEqual({
    id: workspace.wrong,
    by: ben,
    at: expect.any(String),
    deleted: expect.any(String),
  });
  expect(removed).toMatchObject({ id: workspace.rude, removed: true });
  expect(JSON.stringify(lines.messages.get(open))).not.toMatch(/mistake|Rude/);
  expect(lines.files).toHaveLength(2);
  expect(lines.files[0]).toMatchObject({
    id: workspace.file.id,
    name: '../a?.png',
    contentType: 'image/png',
  });
  expect(lines.messages.get(closed)?.[0]?.file).toBe(workspace.file.id);
  const parrot = lines.emoji.find(({ name }) => name === 'catparty');
  expect(lines.emoji.find(({ name }) => name === 'tabbycat')).toMatchObject({ key: 'catparty' });
  expect(lines.emoji.find(({ name }) => name === 'gonecat')).toMatchObject({ deletedAt: expect.any(String) });
  expect(parrot?.file).toBe(lines.files[1]?.id);
  expect([...lines.parts.keys()]).toEqual(['settings.json', 'invites.jsonl', 'audit.jsonl']);
  expect(lines.parts.get('invites.jsonl')).toMatchObject([
    { rooms: [closed], people: [guest] },
    { by: ann, rooms: [open], maxUses: 3 },
  ]);
});

test('only a personal export has what people keep to themselves', async () => {
  const { db, storage, ann, ben, cleo, open, root } = await createFullWorkspace();
  const { parts } = await collectLines(readDatabase(db, storage, { personal: true }));
  expect(parts.get('reads.jsonl')).toContainEqual({ uid: ann, room: open, message: root });
  expect(parts.get('saved.jsonl')).toMatchObject([{ uid: ben, room: open, message: root }]);
  expect(parts.get('follows.jsonl')).toContainEqual(
    expect.objectContaining({ uid: ben, room: open, root, follows: true }),
  );
  expect(parts.get('blocks.jsonl')).toEqual([{ uid: ben, blocked: cleo }]);
  expect(parts.get('statuses.jsonl')).toMatchObject([{ uid: ben, emoji: '🎧', text: 'Busy' }]);
});

test('an export of rooms has nothing of other rooms and nobody of them', async () => {
  const { db, storage, ann, ben, guest, closed, open, direct, file } = await createFullWorkspace();
  const source = readDatabase(db, storage, { rooms: [closed], withoutEmails: true });
  const { rooms, people, files, parts } = await collectLines(source);
  expect(rooms.map(({ id }) => id)).toEqual([closed]);
  expect(people.map(({ id }) => id)).toEqual([ann, ben, guest].toSorted());
  expect(JSON.stringify(people)).not.toContain('@');
  expect(files.map(({ id }) => id)).toContain(file.id);
  expect(parts.size).toBe(0);
  const openOnly = readDatabase(db, storage, { openOnly: true });
  const all = await collectLines(openOnly);
  expect(all.rooms.map(({ kind }) => kind)).not.toContain('private');
  expect(all.files.map(({ id }) => id)).not.toContain(file.id);
  expect(await openOnly.openFile(file.id)).toBeUndefined();
  for await (const lines of openOnly.messages(direct)) expect(lines).toEqual([]);
  for await (const lines of source.messages(open)) expect(lines).toEqual([]);
});

test('an export since a time begins at its first message', async () => {
  const { db, storage, ann, open, trimmed } = await createFullWorkspace();
  await db
    .updateTable('messages')
    .set({ createdAt: 1000 })
    .where('seq', '=', 1)
    .where('roomId', '=', open)
    .execute();
  const source = readDatabase(db, storage, { since: 2000 });
  const lines = await collectLines(source);
  const room = lines.rooms.find(({ id }) => id === open);
  expect(room).toMatchObject({ trimmed: { keptPins: 0 }, messages: 3 });
  expect(lines.messages.get(open)).toHaveLength(3);
  expect(lines.messages.get(trimmed)).toHaveLength(2);
  const none = await collectLines(readDatabase(db, storage, { since: Date.UTC(2100, 0) }));
  expect([...none.messages.values()].flat()).toEqual([]);
  expect(none.rooms.map(({ messages }) => messages)).toEqual(none.rooms.map(() => 0));
  await sendMany(db, ann, open, 600);
  const many = await collectLines(readDatabase(db, storage));
  expect(many.messages.get(open)).toHaveLength(604);
});
