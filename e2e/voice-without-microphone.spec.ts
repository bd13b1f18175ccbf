import { VoiceRecorder } from '@snug/testkit/browser/pages/voice-recorder.ts';
import { expect, test } from './fixtures.ts';

test('without a microphone an error shows', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.page.context().grantPermissions(['microphone']);
  await ann.createRoom('Unplugged', 'Nothing to listen with');
  const recorder = new VoiceRecorder(ann.page);
  await recorder.button.click();
  await expect(
    ann.page.getByRole('alert').filter({ hasText: 'No microphone found. Connect one and try again. 😕' }),
  ).toBeVisible();
  await expect(recorder.strip).toBeHidden();
});
