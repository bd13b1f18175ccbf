import { describe, expect, test } from 'vitest';
import { removeDeadNode } from '../../people/presence/dead-node.ts';
import { addPerson, isOnPostgres, runJobsAt, temporaryDatabase } from '../../testing/database.ts';
import { deleteNode, registerNode, releaseNode, renewNode } from './node-store.ts';

describe.runIf(isOnPostgres)('nodes', () => {
  test('a node sees the others, and whether its own lease had ended', async () => {
    const { db } = await temporaryDatabase();
    expect(await renewNode(db, 'one')).toMatchObject({ hasLapsed: undefined, others: [] });
    await registerNode(db, 'one', '1.0.0');
    await registerNode(db, 'two', '1.0.0');
    await releaseNode(db, 'two', -1_000);
    const renewal = await renewNode(db, 'one');
    expect(renewal).toMatchObject({ hasLapsed: false, others: [{ id: 'two', isExpired: true }] });
    expect(renewal.epoch).not.toBe('');
    expect(renewal.serverAgeMs).toBeGreaterThan(0);
    expect(await renewNode(db, 'two')).toMatchObject({ hasLapsed: true });
    expect(await renewNode(db, 'two')).toMatchObject({
      hasLapsed: false,
      others: [{ id: 'one', isExpired: false }],
    });
  });

  test('a node with a living lease is not deleted', async () => {
    const { db } = await temporaryDatabase();
    await registerNode(db, 'one', '1.0.0');
    await deleteNode(db, 'one');
    expect((await renewNode(db, 'one')).hasLapsed).toBe(false);
    await releaseNode(db, 'one', -1);
    await deleteNode(db, 'one');
    expect((await renewNode(db, 'one')).hasLapsed).toBeUndefined();
  });

  test('a node starts only beside living nodes with the same bus, and one of an earlier release uses the database', async () => {
    const { db } = await temporaryDatabase();
    await registerNode(db, 'one', '1.0.0', 'nats');
    await registerNode(db, 'two', '1.0.0', 'nats');
    await expect(registerNode(db, 'three', '1.0.0', 'database')).rejects.toThrow('runs with NATS_URL');
    await db.updateTable('nodes').set({ bus: null }).execute();
    await expect(registerNode(db, 'one', '1.0.0', 'nats')).rejects.toThrow('runs without NATS_URL');
    await releaseNode(db, 'two', -1);
    await registerNode(db, 'one', '1.0.0', 'nats');
  });

  test('P4 the removal of a dead node puts its people offline, in any number', async () => {
    const { db } = await temporaryDatabase();
    await registerNode(db, 'dead', '1.0.0');
    await db
      .updateTable('nodes')
      .set({ expiresAt: Date.now() + 1_000_000 })
      .execute();
    const uids: string[] = [];
    for (let person = 0; person < 12; person++) uids.push(await addPerson(db, `Person ${person}`));
    const changes = uids.map(uid => ({ uid, state: 'online' }));
    const write = async (mutation: string, _caller: object, input: object) => {
      const [outcome] = await runJobsAt(Date.now(), db, { mutation, caller: { uid: '' }, input });
      if (!outcome || !('output' in outcome)) throw new Error(JSON.stringify(outcome));
      return outcome.output;
    };
    await write('set_presences', {}, { nodeId: 'dead', changes });
    const options = { read: db, writer: { write } } as unknown as Parameters<typeof removeDeadNode>[0];
    await removeDeadNode(options, 'dead');
    const countOnline = async () =>
      (await db.selectFrom('presence').select('userId').where('state', '=', 'online').execute()).length;
    expect(await countOnline()).toBe(12);
    await releaseNode(db, 'dead', -1);
    await removeDeadNode(options, 'dead');
    expect(await countOnline()).toBe(0);
    expect(await db.selectFrom('nodes').select('id').execute()).toEqual([]);
  });

  test('a release that is older than the oldest permitted one gets no lease', async () => {
    const { db } = await temporaryDatabase();
    const allow = (value: string) =>
      db.updateTable('meta').set({ value }).where('key', '=', 'oldestVersion').execute();
    await allow('0.10.0');
    await expect(registerNode(db, 'one', '0.9.3')).rejects.toThrow(
      'needs a newer release of Snug than 0.9.3',
    );
    await registerNode(db, 'one', '0.10.0');
    await registerNode(db, 'two', '1.0.0');
    await allow('0.0.0');
  });
});
