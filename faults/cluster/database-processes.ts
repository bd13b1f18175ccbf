import type { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { processTree } from '../process-tree.ts';

/** Sends a signal to all processes of a database server; for Linux. */
export function signalDatabase({ pid }: PostgresServer, signal: NodeJS.Signals): void {
  for (const each of processTree(pid)) {
    try {
      process.kill(each, signal);
    } catch {
      // A background process has just ended.
    }
  }
}
