import { type CommandOutput, MAX_OPEN_REPORTS, MAX_REPORTS_OF_MESSAGE, REPORT_DAYS } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import { addPerson, createRoomJob, createSendJob, NOW, runJob, runJobs } from '../../testing/database.ts';
import { createRoomWithFiles } from '../../testing/files.ts';
import { accessFile } from './access.ts';
import { listReports } from './report-list.ts';

function job(mutation: string, uid: string, input: object) {
  return { mutation, caller: { uid }, input };
}

/** A private room of Ann and Ben, with a message of Ben, and Wanda, who looks after the server. */
async function createSetup() {
  const { db, uid: ann, upload } = await createRoomWithFiles();
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { kind: 'private' }));
  const roomId = output.room.id;
  const [ben, wanda] = [await addPerson(db, 'Ben'), await addPerson(db, 'Wanda')];
  const messageId = newId();
  await runJobs(
    db,
    job('set_member', ann, { roomId, uid: ben, member: true }),
    createSendJob(ben, { roomId, id: messageId, text: 'MARKED' }),
    createSendJob(ann, { roomId, text: 'not reported' }),
    job('set_workspace_admin', '', { uid: wanda, admin: true }),
  );
  const report = (uid: string, input: object = {}) =>
    job('report_message', uid, { id: newId(), roomId, messageId, ...input });
  const list = () => listReports(db, { uid: wanda, now: NOW }, { oldestFirst: false });
  return { db, ann, ben, wanda, roomId, messageId, upload, report, list };
}

function countRows(db: Db): Promise<number> {
  return db
    .selectFrom('reports')
    .selectAll()
    .execute()
    .then(rows => rows.length);
}

test('A14 a report copies the reported message, and nothing else of its room', async () => {
  const { db, ann, ben, roomId, messageId, report, list } = await createSetup();
  await runJobs(
    db,
    report(ann, { reason: 'This is rude' }),
    job('delete_message', ben, { roomId, messageId }),
  );
  const { reports } = await list();
  expect(reports).toMatchObject([
    {
      at: NOW,
      reporter: { uid: ann },
      reason: 'This is rude',
      message: { id: messageId, author: { uid: ben }, text: 'MARKED' },
    },
  ]);
  expect(reports[0]).not.toHaveProperty('room');
  expect(JSON.stringify(reports)).not.toContain('not reported');
  expect(JSON.stringify(reports)).not.toContain(roomId);
});

test('A14 a report of an open room names the room', async () => {
  const { db, ann, ben, report, list } = await createSetup();
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann));
  const [roomId, messageId] = [output.room.id, newId()];
  await runJobs(db, createSendJob(ben, { roomId, id: messageId }), report(ann, { roomId, messageId }));
  expect((await list()).reports).toMatchObject([{ room: { id: roomId, name: 'Room' } }]);
});

test('A14 the workspace admins read the file of a reported message until its report is closed', async () => {
  const { db, ann, ben, wanda, roomId, report, list, upload } = await createSetup();
  const { id: fileId } = await upload(PNG, 'a.png', ben);
  const messageId = newId();
  await runJob(db, job('send_message', ben, { id: messageId, roomId, fileId }));
  const eve = await addPerson(db, 'Eve');
  const read = (uid: string) => accessFile(db, { uid, now: NOW }, fileId).then(() => 'ok', String);
  const refused = 'CommandError: Not found';
  expect([await read(wanda), await read(eve)]).toEqual([refused, refused]);
  await runJob(db, report(ann, { messageId }));
  expect([await read(wanda), await read(eve)]).toEqual(['ok', refused]);
  const { reports } = await list();
  expect(reports).toMatchObject([{ message: { fileName: 'a.png', file: { id: fileId } } }]);
  await runJob(db, job('close_report', wanda, { id: reports[0]?.id }));
  expect(await read(wanda)).toBe(refused);
});

test('A14 nobody reads the file of a reported message that was deleted', async () => {
  const { db, ann, ben, wanda, roomId, report, upload } = await createSetup();
  const { id: fileId } = await upload(PNG, 'a.png', ben);
  const messageId = newId();
  await runJob(db, job('send_message', ben, { id: messageId, roomId, fileId }));
  await runJobs(db, report(ann, { messageId }), job('delete_message', ben, { roomId, messageId }));
  for (const uid of [ann, ben, wanda])
    await expect(accessFile(db, { uid, now: NOW }, fileId)).rejects.toThrow('Not found');
});

test('A15 closing a report erases all copies of its message, and is audited', async () => {
  const { db, ann, ben, wanda, roomId, report, list } = await createSetup();
  const cem = await addPerson(db, 'Cem');
  await runJobs(db, job('set_member', ann, { roomId, uid: cem, member: true }), report(ann), report(cem));
  const { reports } = await list();
  expect(reports).toHaveLength(2);
  const close = job('close_report', wanda, { id: reports[1]?.id });
  await runJobs(db, close, close);
  expect(await countRows(db)).toBe(0);
  const entries = await db.selectFrom('audit').selectAll().where('action', '=', 'close_report').execute();
  expect(entries).toMatchObject([{ actorId: wanda, targetId: ben, roomId, roomName: null }]);
  await expect(runJob(db, job('close_report', ann, { id: newId() }))).rejects.toThrow('forbidden');
});

test('A15 an open report is erased after 30 days', async () => {
  const { db, ann, report } = await createSetup();
  await runJob(db, report(ann));
  const sweep = () => runJob<{ count: number }>(db, job('delete_old_reports', '', { limit: 10 }));
  expect((await sweep()).output).toEqual({ count: 0 });
  await db
    .updateTable('reports')
    .set({ at: NOW - REPORT_DAYS * 24 * 60 * 60_000 - 1 })
    .execute();
  expect((await sweep()).output).toEqual({ count: 1 });
  expect(await countRows(db)).toBe(0);
});

test('A16 a person has one report of a message, and a bounded number in all', async () => {
  const { db, ann, ben, roomId, report } = await createSetup();
  await runJobs(db, report(ann), report(ann, { reason: 'again' }));
  expect(await countRows(db)).toBe(1);
  for (let count = 1; count < MAX_OPEN_REPORTS; count++) {
    const messageId = newId();
    await runJobs(db, createSendJob(ben, { roomId, id: messageId }), report(ann, { messageId }));
  }
  const messageId = newId();
  await runJob(db, createSendJob(ben, { roomId, id: messageId }));
  await expect(runJob(db, report(ann, { messageId }))).rejects.toThrow('limit_exceeded');
});

test('A16 many reports of one message need a bounded number of copies', async () => {
  const { db, ann, roomId, report } = await createSetup();
  for (let count = 0; count <= MAX_REPORTS_OF_MESSAGE; count++) {
    const uid = await addPerson(db, 'Person');
    await runJobs(db, job('set_member', ann, { roomId, uid, member: true }), report(uid));
  }
  expect(await countRows(db)).toBe(MAX_REPORTS_OF_MESSAGE);
});

test('A16 only readers report a message, nobody their own, and nothing without a workspace admin', async () => {
  const { db, ann, ben, wanda, roomId, messageId, report } = await createSetup();
  await expect(runJob(db, report(wanda))).rejects.toThrow('not_found');
  await expect(runJob(db, report(ben))).rejects.toThrow('forbidden');
  await runJob(db, job('set_workspace_admin', '', { uid: wanda, admin: false }));
  await expect(runJob(db, report(ann))).rejects.toThrow('forbidden');
  await runJobs(
    db,
    job('set_workspace_admin', '', { uid: wanda, admin: true }),
    job('delete_message', ben, { roomId, messageId }),
  );
  await expect(runJob(db, report(ann))).rejects.toThrow('not_found');
});

test('A14 reports are listed in pages, each once', async () => {
  const { db, ann, ben, wanda, roomId, report } = await createSetup();
  const cem = await addPerson(db, 'Cem');
  await runJob(db, job('set_member', ann, { roomId, uid: cem, member: true }));
  const text = 'x'.repeat(9_000);
  for (let count = 0; count < 24; count++) {
    const messageId = newId();
    const send = createSendJob(ben, { roomId, id: messageId, text });
    await runJobs(db, send, report(count % 2 ? ann : cem, { messageId }));
  }
  const readAll = async (oldestFirst: boolean) => {
    const seen: string[] = [];
    for (let before: { at: number; id: string } | undefined, more = true; more; more = before !== undefined) {
      const page = await listReports(db, { uid: wanda, now: NOW }, { before, oldestFirst });
      seen.push(...page.reports.map(({ id }) => id));
      expect(JSON.stringify(page).length).toBeLessThan(64_000);
      before = page.next;
    }
    return seen;
  };
  const seen = await readAll(false);
  expect([seen.length, new Set(seen).size]).toEqual([24, 24]);
  expect(seen).toEqual(seen.toSorted().toReversed());
  expect(await readAll(true)).toEqual(seen.toReversed());
});
