import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InputFile, png, textFile, wav } from '@snug/testkit/browser/input-files.ts';
import { until } from '@snug/testkit/until.ts';
import { ARTICLES, button, dialog, openRoom } from '../chat-queries.ts';
import type { Journey } from '../journey.ts';

export const files: Journey = {
  name: 'files are sent, shown, opened and played',
  async run({ ann, ben, bot, takeScreenshots }) {
    const room = await bot.createRoom('Cargo');
    await openRoom(ann, room);
    await openRoom(ben, room);
    await ann.click(button('Attach files'));
    const window = dialog('Upload files');
    const paths = writeToDisk(png('crane.png', 400, 300), textFile('notes.txt'), wav('horn.wav', 1, 440));
    await ann.chooseFiles({ css: 'input[type=file]', within: window }, paths);
    await ann.click(button('Send to chat', window));
    for (const person of [ann, ben]) await person.waitFor(ARTICLES, 3);
    await until('the picture shows', () =>
      ben.evaluateOn(
        { css: 'article img[alt="crane.png"]' },
        ([img]) => (img as HTMLImageElement)?.naturalWidth > 0,
      ),
    );
    await takeScreenshots(ben, 'files');
    await ben.click({ css: 'button:has(img[alt="crane.png"])' });
    await ben.waitFor(dialog('crane.png'));
    await ben.pressKeys('Escape');
    await ben.waitUntilGone(dialog('crane.png'));
    await ben.click(button('Play'));
    await until('the sound plays', () =>
      ben.evaluateOn(
        { css: 'audio', hidden: true },
        ([audio]) => (audio as HTMLAudioElement).currentTime > 0.2,
      ),
    );
    await ben.waitFor({ css: 'a[download="notes.txt"]' });
  },
};

function writeToDisk(...files: InputFile[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'snug-files-'));
  return files.map(({ name, buffer }) => {
    const path = join(folder, name);
    writeFileSync(path, buffer);
    return path;
  });
}
