import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expect, test } from './fixtures.ts';

const WIDTHS = [1440, 993, 992, 375, 320];
const NARROW_UP_TO = 992;

/** Expects no horizontal overflow: a page that scrolls sideways feels broken. */
async function expectToFit({ page }: ChatPage, where: string): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, `px too wide: ${where}`).toBeLessThanOrEqual(0);
}

async function readBox(chat: ChatPage, dialog: string) {
  const box = await chat.page.getByRole('dialog', { name: dialog }).boundingBox();
  if (!box) throw new Error(`${dialog} is not there`);
  return box;
}

function getRightEdge({ x, width }: { x: number; width: number }): number {
  return Math.round(x + width);
}

test('every screen and dialog fits, at every width', { tag: '@matrix' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom(
    'A room with a name as long as a name may be, which is eighty characters, like so',
    'x',
  );
  await ann.sendMessage(`${'unbreakable'.repeat(40)} and more`);
  await expect(ann.articles.locator('time').first()).toBeAttached();
  const address = ann.page.url();
  await ann.page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of WIDTHS) {
    await ann.page.setViewportSize({ width, height: 800 });
    for (const path of ['/', address]) {
      await ann.page.goto(path);
      await expect(path === '/' ? ann.rooms : ann.articles.first()).toBeVisible();
      await expectToFit(ann, `${path === '/' ? 'rooms' : 'room'} at ${width}`);
      const buttons = ann.page.locator('button[aria-haspopup="dialog"]:visible');
      const count = await buttons.count();
      expect(count, `overlays at ${width}`).toBeGreaterThan(0);
      for (let index = 0; index < count; index++) {
        const button = buttons.nth(index);
        const name = await button.evaluate(({ ariaLabel, textContent }) => ariaLabel ?? textContent);
        await button.click();
        // A drawer opens off screen and reaches its position in a later frame.
        await expect(async () => {
          const box = await ann.page.getByRole('dialog').boundingBox();
          expect(box?.x, `${name} at ${width}`).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? 0) + (box?.width ?? 0), `${name} at ${width}`).toBeLessThanOrEqual(width);
        }).toPass();
        await expectToFit(ann, `${name} at ${width}`);
        await ann.page.keyboard.press('Escape');
        await expect(ann.page.getByRole('dialog')).toHaveCount(0);
      }
    }
  }
});

test('the profile of a person with a long name fits a screen of 320 px', { tag: '@detail' }, async ({
  person,
  server,
}) => {
  const ann = await person('Ann', { viewport: { width: 320, height: 640 } });
  const name = 'Alexandra Konstantinopoulou-Meyer';
  const { page } = await person(name);
  await ann.createRoom('Names', 'Long ones');
  await sendCommand(server.url, page.context(), 'send_message', { roomId: ann.roomId, text: 'Hello' });
  await ann.page.getByRole('button', { name: 'Alexandra', exact: true }).click();
  const profile = ann.page.getByRole('dialog', { name: 'Alexandra profile' });
  const give = profile.getByRole('button', { name: 'Give admin permission in this room' });
  for (const part of [profile.getByText(name), give]) await expect(part).toBeInViewport({ ratio: 1 });
});

test('the list takes a third of a wide screen; drawers are at an edge, or fill a narrow screen', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Thirds', 'One and two');
  await ann.page.emulateMedia({ reducedMotion: 'reduce' });
  const list = await ann.rooms.boundingBox();
  expect((list?.width ?? 0) / 1440).toBeGreaterThan(0.3);
  expect((list?.width ?? 0) / 1440).toBeLessThan(0.36);
  for (const width of [1440, NARROW_UP_TO]) {
    await ann.page.setViewportSize({ width, height: 800 });
    await ann.page.getByRole('button', { name: 'Admin: edit room' }).click();
    await expect
      .poll(async () => getRightEdge(await readBox(ann, 'Edit Room')), { message: 'from the right' })
      .toBe(width);
    await ann.page.keyboard.press('Escape');
    if (width <= NARROW_UP_TO) await ann.page.getByRole('link', { name: 'Back to rooms' }).click();
    await ann.page.getByRole('button', { name: 'Dashboard' }).click();
    await expect.poll(async () => (await readBox(ann, 'Dashboard')).x, { message: 'from the left' }).toBe(0);
    const left = await readBox(ann, 'Dashboard');
    expect(left.height, 'over the whole height').toBe(800);
    expect(left.width === width, `all of it at ${width}`).toBe(width <= NARROW_UP_TO);
    await ann.page.keyboard.press('Escape');
  }
});

test('a dialog moves for 300 ms and its backdrop dims for 150 ms, except under reduced motion', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const durations = async () => {
    await ann.page.getByRole('button', { name: 'Create new chat room' }).click();
    const dialog = ann.page.getByRole('dialog', { name: 'New chat room' });
    await expect(dialog).toBeVisible();
    const found = await dialog.evaluate(popup => {
      const backdrop = document.querySelector('[role="presentation"][data-open]') as Element;
      return [popup, backdrop].map(element => getComputedStyle(element).transitionDuration.split(', ')[0]);
    });
    await ann.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    return found;
  };
  expect(await durations()).toEqual(['0.3s', '0.15s']);
  await ann.page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await durations()).toEqual(['0s', '0s']);
});
