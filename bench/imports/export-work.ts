import { join } from 'node:path';
import { DiskStorage } from '@snug/server/files/storage/disk.ts';
import { exportDatabase } from '@snug/server/moving/export/export-database.ts';
import type { ImportTask } from './work.ts';

const { data, messages } = JSON.parse(process.argv[2] ?? '') as ImportTask;
const { counts } = await exportDatabase({
  data,
  databaseUrl: undefined,
  storage: new DiskStorage(join(data, 'files')),
  path: join(data, 'export.zip'),
  form: 'snug',
  scope: {},
  now: new Date(),
  onProgress: () => {},
  signal: new AbortController().signal,
});
if (counts.messages !== messages) throw new Error(`${counts.messages} of ${messages} messages were exported`);
