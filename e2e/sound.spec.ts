import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { expect, test } from './fixtures.ts';
import { setHidden } from './set-hidden.ts';

/** Counts the sounds that the page plays. */
async function recordSound({ page }: ChatPage): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    class Counted extends OscillatorNode {
      override start(at?: number): void {
        (window as unknown as { notes: number }).notes++;
        super.start(at);
      }
    }
    Object.assign(window, { notes: 0, OscillatorNode: Counted });
  });
  await page.reload();
  return () => page.evaluate(() => (window as unknown as { notes: number }).notes);
}

test('if enabled, arrivals play a sound, but not in the visible room', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Bell', 'Rings');
  await ann.createRoom('Other', 'Does not');
  await ben.openRoom('Bell');
  // Only one's own rooms count.
  await ben.sendMessage('Ben joins');
  const notes = await recordSound(ben);
  await expect(ben.page.getByRole('heading', { name: 'Bell' })).toBeVisible();
  await ben.composer.click();

  await setHidden(ben.page, true);
  await ann.openRoom('Bell');
  await ann.sendMessage('Nobody hears this');
  await expect(ben.page).toHaveTitle('(1) Bell · Snug');
  await setHidden(ben.page, false);

  const dashboard = new DashboardPage(ben.page);
  await dashboard.open();
  const soundSwitch = dashboard.dialog.getByRole('switch', { name: 'Play a sound when messages arrive' });
  await expect(soundSwitch, 'off by default').not.toBeChecked();
  expect(await notes()).toBe(0);
  await soundSwitch.press('Space');
  await expect(soundSwitch).toBeChecked();
  await expect.poll(notes, 'the switch plays a sample').toBe(2);
  await ben.page.keyboard.press('Escape');
  await expect(dashboard.dialog).toBeHidden();

  await ann.sendMessage('Ben reads along');
  await expect(ben.getArticle('Ben reads along')).toBeVisible();
  await ben.sendMessage('And writes');
  await ben.openRoom('Other');
  await expect(ben.page).toHaveTitle('Other · Snug');
  expect(await notes()).toBe(2);
  await ann.sendMessage('Ring');
  await expect.poll(notes, 'another room is open').toBe(4);

  await ben.openRoom('Bell');
  await expect(ben.page).toHaveTitle('Bell · Snug');
  await setHidden(ben.page, true);
  // A second sound needs a minimum interval.
  await expect
    .poll(async () => {
      await ann.sendMessage('Ring again');
      return notes();
    })
    .toBe(6);
  await ben.page.reload();
  await dashboard.open();
  await expect(soundSwitch, 'the browser stores the choice').toBeChecked();
});
