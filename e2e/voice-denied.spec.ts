import { testLaunchOptions } from '@snug/testkit/browser/launch.ts';
import { VoiceRecorder } from '@snug/testkit/browser/pages/voice-recorder.ts';
import { expect, test } from './fixtures.ts';

// A microphone without permission.
test.use({
  launchOptions: await testLaunchOptions(
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream=deny',
  ),
});

test('without permission an error shows, and writing still works', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Denied', 'Not allowed');
  const recorder = new VoiceRecorder(ann.page);
  await recorder.button.click();
  await expect(
    ann.page.getByRole('alert').filter({ hasText: /^Snug needs the microphone.* 😕$/ }),
  ).toBeVisible();
  await expect(recorder.button).toHaveAttribute('aria-pressed', 'false');
  await expect(recorder.strip).toBeHidden();
  await ann.sendMessage('In words, then');
  await expect(ann.getArticle('In words, then')).toBeVisible();
});
