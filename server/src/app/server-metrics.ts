import { RELEASE } from '../base/release.ts';
import { readLastBackup } from '../db/last-backup.ts';
import type { EngineName } from '../db/open.ts';
import type { Store } from '../db/store.ts';
import type { DiskSpace } from '../files/disk-space.ts';
import type { FileStoreState } from '../files/storage/storage.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PushServices } from '../notifications/push-services.ts';
import type { FollowingIndex } from '../search/search-index.ts';
import type { Core } from './core.ts';

export interface ServerMetricsOptions extends Pick<Core, 'writer' | 'connections' | 'readiness' | 'now'> {
  store: Pick<Store, 'countConnections' | 'read'>;
  engine: EngineName;
  diskSpace: () => Promise<DiskSpace>;
  /** Undefined without a mail server. */
  mailer: Pick<Mailer, 'waitingCount'> | undefined;
  /** Undefined if pushes are switched off. */
  push: Pick<PushServices, 'sender'> | undefined;
  /** Undefined without a store of files. */
  fileStore?: FileStoreState | undefined;
  /** Undefined without the search in messages. */
  searchIndex: Pick<FollowingIndex, 'readProgress'> | undefined;
}

/** A request to a store may cost money. */
const STORE_CHECK_MS = 60_000;

/** What the parts of this server have at the time of a scrape. */
export function addServerMetrics(metrics: Metrics, options: ServerMetricsOptions): void {
  const { writer, connections, readiness, now, store, engine, diskSpace } = options;
  const { mailer, push, fileStore, searchIndex } = options;
  metrics.addInfo('snug_build_info', 'The release and its database.', { version: RELEASE, engine });
  metrics.addGauge('snug_ready', '1 while /readyz succeeds.', () =>
    readiness.assertReady().then(
      () => 1,
      () => 0,
    ),
  );
  metrics.addGauge('snug_sockets', 'Open sockets of people and programs.', () => connections.size);
  metrics.addGauge('snug_queue_mutations', 'Changes that wait for a batch.', () => writer.waitingCount);
  metrics.addGauge(
    'snug_disk_free_bytes',
    'Free bytes on the disk of the data folder.',
    async () => (await diskSpace()).free,
  );
  metrics.addGauge('snug_backup_age_seconds', 'Time since the last backup.', async () => {
    const backup = await readLastBackup(store.read).catch(() => undefined);
    return backup && Math.max(0, (now() - backup.at) / 1_000);
  });
  if (mailer) metrics.addGauge('snug_mail_queue', 'Mails that wait.', () => mailer.waitingCount);
  if (push)
    metrics.addGauge(
      'snug_push_queue',
      'Pushes that wait for a turn or for a response.',
      () => push.sender.waitingCount,
    );
  if (fileStore)
    metrics.addGauge('snug_storage_up', '1 while the file store works.', async () =>
      Number((await fileStore.findProblem(STORE_CHECK_MS)) === undefined),
    );
  if (searchIndex) {
    const readProgress = async () => searchIndex.readProgress?.();
    metrics.addGauge(
      'snug_search_indexed_ratio',
      'Share of the changes that are in the index of the search.',
      async () => (await readProgress())?.share,
    );
    metrics.addGauge(
      'snug_search_leaving_messages',
      'Messages of deleted rooms whose words are still in the index.',
      async () => (await readProgress())?.leaving,
    );
    metrics.addGauge('snug_search_paused', '1 while the disk has no space for the index.', async () => {
      const progress = await readProgress();
      return progress && Number(progress.isPaused);
    });
    metrics.addGauge('snug_search_bytes', 'Bytes of the index.', async () => (await readProgress())?.bytes);
  }
  const { countConnections } = store;
  if (countConnections)
    metrics.addLabelledGauge(
      'snug_db_connections',
      'Connections to PostgreSQL, and batches that wait for one.',
      'state',
      () => ({ ...countConnections() }),
    );
}
