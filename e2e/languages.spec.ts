import type { Locator, Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { png, wav } from '@snug/testkit/browser/input-files.ts';
import { forBothScreens, NARROW, SMALLEST, WIDE } from '@snug/testkit/browser/viewports.ts';
import { accented, mirrored } from '@snug/web/strings/pseudolocale.ts';
import { expectNoViolations } from './axe.ts';
import { createEmail, expect, signUp, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';
import type { Server } from './server.ts';
import { createDictionary, SAMPLE_TEXTS, Tour } from './tour.ts';
import { getVisibleTexts } from './visible-texts.ts';

const ROOM = { name: SAMPLE_TEXTS.room, description: SAMPLE_TEXTS.text };
/** Texts that need no translation: the product, URLs, emails, file names and types, devices, settings, databases, the filters of a search, and the names of keys. */
const NO_WORDS =
  /\bSnug\b|\bhttps?:\S+|\b\w+@snug\.example\b|\b\d\.(?:png|wav|txt|bin)\b|^(?:TXT|BIN|PNG|WAV)(?= · )|\btext\/plain\b|\bnpm run [a-z]+(?: -- [a-z.]+)?|^\w+ on \w+$|^(?:SNUG_[A-Z_]+|LOG_LEVEL|open|on|off|error)$|\bSQLite\b|\bUTC\b|^(?:from|in|has|before|after|on|mentions|is):(?:me|saved)?$|(?:^|\+)(?:[A-Z]|F10)(?:$|\)$)/g;

/** Mirroring can cause few problems that accessibility.spec.ts does not find, and axe takes seconds per screen. */
const AXED =
  /^(?:sign up|the Dashboard|a status|a pause|a room with files|a message with new replies|the list of mentions|the followed)/;

/** Expects no horizontal overflow of the page or of a dialog, after drawers have moved to their place. */
async function expectToFit(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(measureExcess), `px too wide: ${where}`).toBeLessThanOrEqual(1);
}

/** At 320 px, too. `check`: something else on both screens, because each change of the size takes as long as all checks. */
async function expectToFitEverywhere(
  page: Page,
  where: string,
  check = async (_where: string): Promise<void> => {},
): Promise<void> {
  await page.setViewportSize(SMALLEST);
  await expectToFit(page, `${where}, at ${SMALLEST.width} px`);
  await forBothScreens(page, async screen => {
    await expectToFit(page, `${where}, ${screen}`);
    await check(`${where}, ${screen}`);
  });
}

/** In the page. */
function measureExcess(): number {
  const { clientWidth } = document.documentElement;
  const shown = [document.documentElement, ...document.querySelectorAll('[role$="dialog"], header, form')];
  const excess = shown.map(element => {
    const { left, right } = element.getBoundingClientRect();
    return Math.max(element.scrollWidth - element.clientWidth, right - clientWidth, -left);
  });
  return Math.max(...excess);
}

function toTourOptions(server: Server) {
  return { url: server.url, grantAdmin: (email: string) => runAdmin(server, 'grant', email) };
}

async function expectAccents(page: Page, where: string): Promise<void> {
  const plain = (await getVisibleTexts(page)).filter(text => /[a-z]/i.test(text.replaceAll(NO_WORDS, '')));
  expect(plain, `left in plain English: ${where}`).toEqual([]);
}

test.describe(() => {
  test.use({ locale: 'en-XA' });
  test('every text comes from the dictionary, and longer texts fit', {
    tag: ['@own-server', '@matrix'],
  }, async ({ visitor, server }) => {
    // Some 70 screens, each in three sizes.
    test.slow();
    const page = await visitor();
    const onState = (where: string) =>
      expectToFitEverywhere(page, where, where => expectAccents(page, where));
    const tour = new Tour({
      page,
      ...toTourOptions(server),
      dictionary: createDictionary(accented),
      onState,
    });
    await tour.visitAll(await visitor());
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  });
});

test.describe(() => {
  test.use({ locale: 'en-XA' });
  test('at 320 px a longer placeholder of the composer continues in a second line', {
    tag: '@matrix',
  }, async ({ visitor, server }) => {
    const page = await visitor({ viewport: SMALLEST });
    await signUp(page, SAMPLE_TEXTS.other, createEmail('other'));
    const result = await sendCommand(server.url, page.context(), 'create_room', ROOM);
    await page.goto(`/chat/${(result as { room: { id: string } }).room.id}`);
    const { strings } = createDictionary(accented);
    const box = page.getByRole('textbox', { name: strings.messages.composer });
    const missing = await box.evaluate((box: HTMLTextAreaElement) => {
      const copy = document.createElement('div');
      const { fontFamily, padding, overflowWrap } = getComputedStyle(box);
      const { fontSize, lineHeight } = getComputedStyle(box, '::placeholder');
      const style = {
        fontFamily,
        fontSize,
        lineHeight,
        padding,
        overflowWrap,
        width: `${box.clientWidth}px`,
      };
      Object.assign(copy.style, style, { boxSizing: 'border-box' });
      copy.textContent = box.placeholder;
      document.body.append(copy);
      return copy.offsetHeight - box.clientHeight;
    });
    expect(missing, 'missing height in px').toBeLessThanOrEqual(0);
  });
});

test.describe(() => {
  test.use({ locale: 'ar-XB' });
  test('from right to left everything fits, and axe finds nothing', {
    tag: ['@own-server', '@matrix'],
  }, async ({ visitor, server }) => {
    // Some 70 screens, each in three sizes.
    test.slow();
    const page = await visitor();
    const onState = async (where: string) => {
      await expectToFitEverywhere(page, where);
      if (AXED.test(where)) await expectNoViolations(page, where, ['light']);
    };
    const tour = new Tour({
      page,
      ...toTourOptions(server),
      dictionary: createDictionary(mirrored),
      onState,
    });
    await tour.visitAll(await visitor());
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  });
});

test.describe(() => {
  test.use({ locale: 'ar-XB' });
  const { strings } = createDictionary(mirrored);
  const { rooms, roomHeader, messages, files, shell } = strings;

  test('from right to left the screen is mirrored, but audio and messages are not', {
    tag: '@matrix',
  }, async ({ visitor, server }) => {
    const page = await visitor();
    await signUp(page, SAMPLE_TEXTS.other, createEmail('other'));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const command = (name: string, input: object) => sendCommand(server.url, page.context(), name, input);
    const { room } = (await command('create_room', ROOM)) as { room: { id: string } };
    await command('send_message', { roomId: room.id, text: 'Written from the left' });
    await page.goto(`/chat/${room.id}`);
    const edges = async (found: Locator) => {
      const { x, width } = (await found.boundingBox()) ?? { x: Number.NaN, width: 0 };
      return { left: Math.round(x), right: Math.round(x + width) };
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const text = page.getByText('Written from the left').last();
    await text.hover();

    const list = await edges(page.getByRole('navigation', { name: rooms.list }));
    expect(list.left, 'the list is on the right').toBeGreaterThan(WIDE.width * 0.6);
    expect(list.right).toBe(WIDE.width);
    const column = await edges(page.getByRole('log', { name: messages.list }));
    expect((await edges(button(messages.like))).right, 'the actions').toBeLessThan(column.left + 200);
    const composer = await edges(page.getByPlaceholder(messages.composer));
    expect((await edges(button(messages.send))).right).toBeLessThanOrEqual(composer.left);
    expect((await edges(button(files.attach))).left).toBeGreaterThanOrEqual(composer.right);
    await expect(text, 'English words run from the left').toHaveCSS('direction', 'ltr');

    const dialog = page.getByRole('dialog');
    await button(shell.dashboard).click();
    await expect.poll(async () => (await edges(dialog)).right, 'a drawer from the right').toBe(WIDE.width);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await button(roomHeader.editByAdmin).click();
    await expect.poll(async () => (await edges(dialog)).left, 'a drawer from the left').toBe(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    for (const width of [993, 992, NARROW.width, SMALLEST.width]) {
      await page.setViewportSize({ width, height: 800 });
      await expectToFit(page, `at ${width}`);
    }
    const back = page.getByRole('link', { name: rooms.back });
    await expect(back.locator('svg'), 'the arrow points to the right').toHaveCSS('scale', '-1 1');
    expect((await edges(back)).right).toBeGreaterThan(SMALLEST.width - 30);
  });

  test('from right to left audio runs from left to right, and arrow keys select the picture that they point to', {
    tag: '@matrix',
  }, async ({ visitor, server }) => {
    const page = await visitor();
    await signUp(page, SAMPLE_TEXTS.other, createEmail('other'));
    const { room } = (await sendCommand(server.url, page.context(), 'create_room', ROOM)) as {
      room: { id: string };
    };
    await page.goto(`/chat/${room.id}`);
    const { lazy } = createDictionary(mirrored);
    await page.getByRole('button', { name: files.attach }).click();
    const choice = page.getByLabel(lazy.uploads.choose);
    await choice.setInputFiles([png('1.png', 400, 300), png('2.png', 300, 300), wav('3.wav', 1, 440)]);
    await page.getByRole('button', { name: lazy.uploads.send }).click();
    await expect(page.getByRole('article').locator('time')).toHaveCount(3);
    await expect(page.getByRole('slider', { name: lazy.audio.position })).toHaveCSS('direction', 'ltr');
    await page.getByRole('button', { name: '1.png' }).click();
    const lightbox = page.getByRole('dialog');
    await expect(lightbox).toHaveAccessibleName('1.png');
    await page.keyboard.press('ArrowLeft');
    await expect(lightbox, 'the next one is on the left').toHaveAccessibleName('2.png');
    await page.keyboard.press('ArrowRight');
    await expect(lightbox).toHaveAccessibleName('1.png');
  });
});
