import { SECRET } from './archive.ts';
import { runCommand, say, showProgress } from './cli.ts';
import { restore } from './restore.ts';

// `npm run restore -- FILE`: puts a backup in the place of what Snug stores, which is kept aside.

await runCommand('restore', 'Nothing was restored.', async ({ data, path }) => {
  const { manifest, settled, aside } = await restore({
    data,
    path,
    now: new Date(),
    onProgress: showProgress,
  });
  const { rooms, messages, files } = manifest.counts;
  if (settled === 'finished') say('A restore that was interrupted was finished first.');
  say(`Restored ${rooms} rooms, ${messages} messages and ${files} files, as of ${manifest.createdAt}.`);
  if (aside) say(`What was there before is in ${aside}.`);
  if (!(SECRET in manifest.entries)) {
    say('The backup has no secret: set SNUG_SECRET as it was, or everyone has to sign in again.');
  }
  say('Start Snug now.');
  return 0;
});
