import { nameCommand } from '../base/command-name.ts';
import { describeCount } from '../base/describe-count.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import { BackupError } from './backup-error.ts';
import { describeContent, nameFiles, printLine, resolvePath, runCli, showProgress, showRows } from './cli.ts';
import { restore } from './restore.ts';
import { ENDED_LINES } from './restored-database.ts';

/** The data are restored, but some of their files are missing. */
const EXIT_INCOMPLETE = 2;

await runCli('Nothing was restored.', async ({ args: [path, ...others], ...config }) => {
  if (!path || others.length > 0) throw new BackupError(`Name one file: ${nameCommand('restore', 'FILE')}`);
  const { data, databaseUrl } = config;
  const { manifest, restoreOutcome, previousDataFolder, missingKeys } = await restore({
    data,
    databaseUrl,
    storage: openStorage(config),
    isInDataFolder: config.s3 === undefined,
    path: resolvePath(path),
    now: new Date(),
    onRows: showRows,
    onProgress: showProgress,
  });
  const { createdAt, counts, omittedFiles } = manifest;
  if (restoreOutcome === 'finished') printLine('A restore that was interrupted was finished first.');
  const all = describeContent(counts, { withFiles: omittedFiles === undefined });
  printLine(`Restored ${all}, as of ${createdAt}.`);
  if (previousDataFolder) printLine(`The previous data is in ${previousDataFolder}.`);
  describeUndone(createdAt).forEach(printLine);
  printLine('Start Snug now.');
  if (missingKeys.length === 0) return 0;
  process.stderr.write(
    `The archive is without files, and the bytes of ${describeCount(missingKeys.length, 'file')} are missing: ${nameFiles(missingKeys)}. Bring them back under these names.\n`,
  );
  return EXIT_INCOMPLETE;
});

function describeUndone(createdAt: string): string[] {
  return [
    `All changes since ${createdAt} are undone:`,
    '- Messages, files, reactions, rooms and accounts of that time are missing.',
    '- Messages and files that were deleted since are back. Their authors have to delete them again.',
    '- Passwords, names, pictures, room admins and linked sign-ins are those of the backup.',
    '  If someone changed a password because others knew it, that password is valid again.',
    ...ENDED_LINES,
  ];
}
