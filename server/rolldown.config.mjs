import { dirname } from 'node:path';
import { defineConfig } from 'rolldown';
import { listPackages } from '../scripts/release/list-packages.mjs';

/** It contains a native library for each platform. */
export const EXTERNAL_PACKAGES = ['sharp'];

// Bundled, because loading its thousand source files would take most of a start.
export default defineConfig({
  input: [
    'src/main.ts',
    'src/commands/writer-thread.ts',
    'src/notifications/sending/push-worker.ts',
    'src/programs/incoming-webhooks/webhook-worker.ts',
    'src/search/search-worker.ts',
    'src/search/postgres/postgres-index-worker.ts',
    'src/search/sqlite/index-worker.ts',
    'src/snug.ts',
  ],
  platform: 'node',
  external: EXTERNAL_PACKAGES,
  plugins: [listPackages(dirname(import.meta.dirname), import.meta.dirname).main],
  onLog(level, log, report) {
    // By default, the import stays, and the result ends when it loads it.
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    report(level, log);
  },
  output: { dir: 'dist', format: 'esm' },
});
