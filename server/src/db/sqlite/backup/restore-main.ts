import { SECRET } from './archive.ts';
import { printLine, runCli, showProgress } from './cli.ts';
import { restore } from './restore.ts';

// `npm run restore -- FILE`: replaces the data of Snug with a backup, and keeps the previous data.

await runCli('restore', 'Nothing was restored.', async ({ data, path }) => {
  const { manifest, restoreOutcome, previousDataFolder } = await restore({
    data,
    path,
    now: new Date(),
    onProgress: showProgress,
  });
  const { rooms, messages, files } = manifest.counts;
  if (restoreOutcome === 'finished') printLine('A restore that was interrupted was finished first.');
  printLine(`Restored ${rooms} rooms, ${messages} messages and ${files} files, as of ${manifest.createdAt}.`);
  if (previousDataFolder) printLine(`The previous data is in ${previousDataFolder}.`);
  if (!(SECRET in manifest.entries)) {
    printLine('The backup has no secret: set SNUG_SECRET as it was, or everyone has to sign in again.');
  }
  printLine('Start Snug now.');
  return 0;
});
