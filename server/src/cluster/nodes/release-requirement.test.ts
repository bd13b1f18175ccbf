import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { RELEASE } from '../../base/release.ts';
import { openStore } from '../../commands/open-store.ts';
import { isOnPostgres, temporaryDatabase, temporaryFolder } from '../../testing/database.ts';
import { registerNode, releaseNode } from './node-store.ts';
import { createReleaseRequirement, GUESTS_RELEASE } from './release-requirement.ts';

const PREVIOUS = '0.3.0';

test('Y13 a single server on a data folder needs no other release to end', async () => {
  const { db } = await temporaryDatabase();
  await expect(createReleaseRequirement({ store: { read: db } })()).resolves.toBeUndefined();
});

describe.runIf(isOnPostgres)('Y13 with several servers', () => {
  test('what is new waits until no server of an earlier release runs, and then none can start', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
    onTestFinished(() => dropDatabase(databaseUrl));
    const ignore = async () => {};
    const options = { data: temporaryFolder(), databaseUrl, onFatalError: ignore, prepare: ignore };
    const { store } = await openStore(options);
    onTestFinished(() => store.close());
    const requireNewestRelease = createReleaseRequirement({ store, nodeId: 'new' });
    await registerNode(store.read, 'old', PREVIOUS);
    await registerNode(store.read, 'new', RELEASE);
    for (let time = 0; time < 2; time++)
      await expect(requireNewestRelease()).rejects.toMatchObject({ code: 'unavailable' });
    await releaseNode(store.read, 'old', -1);
    await requireNewestRelease();
    await expect(registerNode(store.read, 'old', PREVIOUS)).rejects.toThrow('needs a newer release');
    await expect(requireNewestRelease()).resolves.toBeUndefined();
  });

  test('GU10 guests wait until no server of the previous release runs, and then none can start', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
    onTestFinished(() => dropDatabase(databaseUrl));
    const ignore = async () => {};
    const options = { data: temporaryFolder(), databaseUrl, onFatalError: ignore, prepare: ignore };
    const { store } = await openStore(options);
    onTestFinished(() => store.close());
    const onMet = vi.fn<() => Promise<void>>(ignore);
    const requireGuests = createReleaseRequirement({ store, nodeId: 'new', release: GUESTS_RELEASE, onMet });
    await registerNode(store.read, 'old', '0.4.0');
    await registerNode(store.read, 'new', RELEASE);
    await expect(requireGuests()).rejects.toMatchObject({ code: 'unavailable' });
    expect(onMet).not.toHaveBeenCalled();
    await releaseNode(store.read, 'old', -1);
    for (let time = 0; time < 2; time++) await requireGuests();
    expect(onMet).toHaveBeenCalledTimes(1);
    await expect(registerNode(store.read, 'old', '0.4.0')).rejects.toThrow('needs a newer release');
  });
});
