import { runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { getProcUnavailableReason } from '@snug/testkit/process-stats.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, test } from 'vitest';
import { recordFigures } from '../figures.ts';
import { IS_FULL } from '../seed.ts';
import { signalDatabase } from './database-processes.ts';
import { finishAndCheckCluster, queryCluster, startClusterLoad, startTestCluster } from './fixtures.ts';

const CRASHES = 10;
/** Each commit waits for this time, in microseconds, before it is synced. */
const COMMIT_DELAY = 100_000;

// Transactions that are lost with the crash had ids. Transactions of the other node use them again.
test.runIf(IS_FULL)(
  `M1 M2 L1 PostgreSQL dies ${CRASHES} times between COMMITs and their sync, and no node takes a lost change for a stored one`,
  async context => {
    const reason = getProcUnavailableReason();
    context.skip(reason !== undefined, reason);
    const cluster = await startTestCluster(2);
    for (const setting of [`commit_delay = ${COMMIT_DELAY}`, 'commit_siblings = 0'])
      await runStatement(cluster.postgres.getUrl(), `alter system set ${setting}`);
    await runStatement(cluster.postgres.getUrl(), 'select pg_reload_conf()');
    const load = await startClusterLoad(cluster, { duplicateShare: 0.2 });
    for (let crash = 0; crash < CRASHES; crash++) {
      await load.waitForResults(50);
      await until('several transactions commit', async () => {
        const rows = await queryCluster(
          cluster,
          `select 1 from pg_stat_activity where state = 'active' and query = 'commit'`,
        );
        return rows.length > 1;
      });
      signalDatabase(cluster.postgres, 'SIGKILL');
      await cluster.postgres.waitForEnd();
      await cluster.postgres.start();
    }
    await load.waitForResults(50);
    const checked = await finishAndCheckCluster(load, cluster);
    recordFigures(context, { crashes: CRASHES, ...checked });
    expect(checked.acknowledged).toBeGreaterThan(CRASHES * 50);
  },
);
