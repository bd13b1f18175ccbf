import { describeRetention, RETENTION_NOTICE_MS, toShorter } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Db } from '../../db/schema.ts';
import type { WriteJob, WriteOutcome } from '../../db/store.ts';
import { expectInvariant, expectLocksRequired } from '../../testing/concurrency/races.ts';
import { addPerson, createTestRoom, NOW, runJob } from '../../testing/database.ts';
import {
  findRetention,
  presentRetention,
  storeRetention,
} from '../../workspace/retention/retention-store.ts';
import { NO_RULE } from './schedule-rule.ts';

const LATER = NOW + 2 * RETENTION_NOTICE_MS;

function createRule(uid: string, input: { roomId?: string; days: number }): WriteJob {
  return { mutation: 'set_retention', caller: { uid }, input: { version: 0, fixed: {}, ...input } };
}

async function addWorkspaceAdmin(db: Db): Promise<string> {
  const uid = await addPerson(db, 'Wanda');
  const input = { uid, admin: true };
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input });
  return uid;
}

async function readRules(db: Db, roomId: string) {
  const rows = await Promise.all(['', roomId].map(scope => findRetention(db, scope)));
  return rows.map(row => row && presentRetention(row));
}

function listCodes(outcomes: readonly WriteOutcome[]): string[] {
  return outcomes.map(outcome => ('error' in outcome ? outcome.error.code : 'stored'));
}

test('RT2 if a room and the workspace get rules at once, the shorter one counts, and nothing goes before its notice', async () => {
  for (const { known, workspaceDays, roomDays, codes } of [
    { known: undefined, workspaceDays: 30, roomDays: 60, codes: ['stored'] },
    // A longer rule of the workspace counts at once, and allows that of the room.
    { known: 30, workspaceDays: 90, roomDays: 60, codes: ['invalid_input', 'stored'] },
  ]) {
    const { db, path, uid, roomId } = await createTestRoom();
    const wanda = await addWorkspaceAdmin(db);
    if (known !== undefined) await storeRetention(db, { roomId: '', ...NO_RULE, days: known, version: 0 });
    const seen = new Set<string>();
    await expectInvariant({
      path,
      jobs: [createRule(uid, { roomId, days: roomDays }), createRule(wanda, { days: workspaceDays })],
      assertInvariant: async (after, outcomes) => {
        const [ofRoom = '', ofWorkspace] = listCodes(outcomes);
        seen.add(ofRoom);
        expect(ofWorkspace).toBe('stored');
        const [workspace, room] = await readRules(after, roomId);
        expect(room?.days, 'a refused rule changes nothing').toBe(ofRoom === 'stored' ? roomDays : undefined);
        expect(describeRetention(workspace, room, NOW).days).toBe(known && workspaceDays);
        const later = toShorter(workspaceDays, room?.days);
        expect(describeRetention(workspace, room, LATER).days).toBe(later);
      },
    });
    expect([...seen].toSorted()).toEqual(codes);
  }
});

test('RT1 of two rules that admins of a room set at once, one is stored, and the other admin learns of it', async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const wanda = await addWorkspaceAdmin(db);
  await expectLocksRequired({
    path,
    jobs: [createRule(uid, { roomId, days: 20 }), createRule(wanda, { roomId, days: 10 })],
    assertInvariant: async (after, outcomes) => {
      const codes = listCodes(outcomes);
      expect(codes.toSorted()).toEqual(['stale', 'stored']);
      const [, room] = await readRules(after, roomId);
      expect(room).toMatchObject({ days: codes[0] === 'stored' ? 20 : 10, version: 1 });
    },
  });
});
