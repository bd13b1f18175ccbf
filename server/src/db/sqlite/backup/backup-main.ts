import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { backUp, leftoversOf } from './backup.ts';
import { megabytes, runCommand, say, showProgress } from './cli.ts';

// `npm run backup -- FILE`: one archive of everything that Snug stores.

/** Where files that are named are not there: the archive is written, and does not hold them. */
const INCOMPLETE = 2;

// The server that people are waiting for goes first.
setPriority(constants.priority.PRIORITY_LOW);

await runCommand('backup', 'No backup was made.', async ({ data, path }) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      for (const leftover of leftoversOf(path)) rmSync(leftover, { force: true });
      process.exit(1);
    });
  }
  const { counts, bytes, gone, lost } = await backUp({
    data,
    path,
    now: new Date(),
    onProgress: showProgress,
  });
  const { rooms, messages, files } = counts;
  say(`Backed up ${rooms} rooms, ${messages} messages and ${files} files (${megabytes(bytes)}) to ${path}.`);
  if (gone > 0) say(`${gone} files were deleted while it was made, and are not in it.`);
  if (lost.length === 0) return 0;
  process.stderr.write(`${lost.length} files are named and not in ${data}: ${lost.join(', ')}\n`);
  return INCOMPLETE;
});
