import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { AAC_IN_MP4, MP3, OPUS_IN_WEBM } from '@snug/testkit/sample-sounds.ts';
import { expect, test } from './fixtures.ts';

test('sound in a container of video, and sound behind padding, plays under its name', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Sounds', 'Of all recorders');
  const files = {
    'memo.mp4': AAC_IN_MP4,
    'memo.webm': OPUS_IN_WEBM,
    'padded.mp3': Buffer.concat([Buffer.alloc(1_024), MP3]),
  };
  for (const [name, buffer] of Object.entries(files)) {
    await new UploadDialog(ann.page).sendFiles({ name, mimeType: 'application/octet-stream', buffer });
    const player = ann.messages.getByRole('group', { name });
    await expect(player.getByText(name)).toBeVisible();
    const audio = player.locator('audio');
    await expect.poll(() => audio.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(0.3);
    await player.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => audio.evaluate((audio: HTMLAudioElement) => audio.ended)).toBe(true);
  }
  await expect(ann.messages.locator('video')).toHaveCount(0);
});
