import { nameCommand } from '../base/command-name.ts';
import { BackupError } from './backup-error.ts';
import { printLine, resolvePath, runCli, showProgress, showRows } from './cli.ts';
import { restore } from './restore.ts';

await runCli('Nothing was restored.', async ({ data, databaseUrl, args: [path, ...others] }) => {
  if (!path || others.length > 0) throw new BackupError(`Name one file: ${nameCommand('restore', 'FILE')}`);
  const { manifest, restoreOutcome, previousDataFolder } = await restore({
    data,
    databaseUrl,
    path: resolvePath(path),
    now: new Date(),
    onRows: showRows,
    onProgress: showProgress,
  });
  const { createdAt, counts } = manifest;
  const { rooms, messages, files } = counts;
  if (restoreOutcome === 'finished') printLine('A restore that was interrupted was finished first.');
  printLine(`Restored ${rooms} rooms, ${messages} messages and ${files} files, as of ${createdAt}.`);
  if (previousDataFolder) printLine(`The previous data is in ${previousDataFolder}.`);
  describeUndone(createdAt).forEach(printLine);
  printLine('Start Snug now.');
  return 0;
});

function describeUndone(createdAt: string): string[] {
  return [
    `All changes since ${createdAt} are undone:`,
    '- Messages, files, reactions, rooms and accounts of that time are missing.',
    '- Messages and files that were deleted since are back. Their authors have to delete them again.',
    '- Passwords, names, pictures, room admins and linked sign-ins are those of the backup.',
    '  If someone changed a password because others knew it, that password is valid again.',
    'All sessions and access tokens have ended: everyone signs in again, and programs need new tokens.',
  ];
}
