import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { backUp, listLeftovers } from './backup.ts';
import { formatMegabytes, printLine, runCli, showProgress, showRows } from './cli.ts';

/** The archive is written, but some of its files are missing. */
const EXIT_INCOMPLETE = 2;

const STOP_DELAY_MS = 500;

setPriority(constants.priority.PRIORITY_LOW);

await runCli('backup', 'No backup was made.', async ({ data, databaseUrl, path }) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      removeLeftovers(path);
      // A file that is being created at this moment appears only after this.
      setTimeout(() => {
        removeLeftovers(path);
        process.exit(1);
      }, STOP_DELAY_MS);
    });
  }
  const { counts, bytes, deletedCount, missingKeys } = await backUp({
    data,
    databaseUrl,
    path,
    now: new Date(),
    onRows: showRows,
    onProgress: showProgress,
  });
  const { rooms, messages, files } = counts;
  printLine(
    `Backed up ${rooms} rooms, ${messages} messages and ${files} files (${formatMegabytes(bytes)}) to ${path}.`,
  );
  if (deletedCount > 0) printLine(`${deletedCount} files were deleted while it was made, and are not in it.`);
  if (missingKeys.length === 0) return 0;
  process.stderr.write(
    `${missingKeys.length} files are named and not in ${data}: ${missingKeys.join(', ')}\n`,
  );
  return EXIT_INCOMPLETE;
});

function removeLeftovers(path: string): void {
  for (const leftover of listLeftovers(path)) rmSync(leftover, { force: true });
}
