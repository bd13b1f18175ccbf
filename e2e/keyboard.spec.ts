import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';
import { KeyboardDevice } from './keyboard-device.ts';
import { expectSteady, getDistanceFromEnd, waitForFrames } from './scroll.ts';
import type { Server } from './server.ts';

const WIDTHS = SCREENS;

/** Sends lines `from` to `to` as the person, without the browser. */
async function sendLines(server: Server, chat: ChatPage, from: number, to: number): Promise<void> {
  for (let line = from; line <= to; line++) {
    const text = `Line ${line}.${'\nand another'.repeat(line % 3)}`;
    await sendCommand(server.url, chat.page.context(), 'send_message', { roomId: chat.roomId, text });
  }
}

/** Moves the focus from the composer to the messages, past the button for files. */
async function enterMessages({ page, composer }: ChatPage): Promise<void> {
  await composer.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
}

/** The accessible name of the focused element. */
function readFocusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
}

for (const [where, viewport] of WIDTHS) {
  test(`the messages are one tab stop, and arrow keys move through them, ${where}`, {
    tag: '@journey',
  }, async ({ person, server }) => {
    const ann = await person('Ann', { viewport });
    const { page, composer } = ann;
    await ann.createRoom('Arrows', 'Up and down');
    await sendLines(server, ann, 1, 40);
    await ann.page.reload();
    await expect(ann.getArticle('Line 40.')).toBeInViewport();
    await composer.focus();
    await page.keyboard.press('Shift+Tab');
    expect(await readFocusedName(page)).toBe('Attach files');
    await page.keyboard.press('Shift+Tab');
    await expect(ann.getArticle('Line 40.')).toBeFocused();
    await expect(ann.getArticle('Line 40.')).toHaveCSS('outline-style', 'solid');
    expect(await getDistanceFromEnd(ann.messages), 'nothing moved').toBeLessThan(0.01);

    await page.keyboard.press('ArrowUp');
    await expect(ann.getArticle('Line 39.')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(ann.getArticle('Line 40.'), 'the last message keeps the focus').toBeFocused();
    await page.keyboard.press('Home');
    await expect(ann.getArticle('Line 26.')).toBeFocused();
    await expect(ann.getArticle('Line 26.')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('button', { name: 'Load more' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(ann.articles).toHaveCount(30);
    await page.keyboard.press('ArrowDown');
    await expect(ann.getArticle('Line 11.')).toBeFocused();
    await expect(ann.getArticle('Line 11.')).toBeInViewport({ ratio: 1 });
    for (let line = 12; line <= 20; line++) {
      await page.keyboard.press('ArrowDown');
      await expect(ann.getArticle(`Line ${line}.`)).toBeFocused();
      await expect(ann.getArticle(`Line ${line}.`)).toBeInViewport({ ratio: 1 });
    }

    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(ann.articles).toHaveCount(40);
    await expect(ann.getArticle('Line 10.'), 'at the beginning the button is gone').toBeFocused();
    for (let line = 11; line <= 20; line++) await page.keyboard.press('ArrowDown');

    await page.keyboard.press('Tab');
    await expect(ann.getArticle('Line 20.').getByRole('button').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(ann.getArticle('Line 21.'), 'from a button, too').toBeFocused();
    await page.keyboard.press('End');
    await expect(ann.getArticle('Line 40.')).toBeFocused();
    expect(await getDistanceFromEnd(ann.messages)).toBeLessThan(0.01);
    const stops: string[] = [];
    for (let stop = 0; stop < 6; stop++) {
      await page.keyboard.press('Tab');
      stops.push((await readFocusedName(page)) ?? '');
    }
    expect(stops, 'only the buttons of the focused message').toEqual([
      'Like',
      'Add reaction',
      'Reply',
      'More',
      'Delete message',
      'Attach files',
    ]);
    await page.keyboard.press('Shift+Tab');
    await expect(ann.getArticle('Line 40.')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    expect(await readFocusedName(page), 'the next element after the messages').toBe('Room options');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(composer).toBeFocused();
  });

  test(`the focused message stays in place while others come and go, ${where}`, { tag: '@detail' }, async ({
    person,
    server,
  }) => {
    const [ann, ben] = [await person('Ann', { viewport }), await person('Ben', { viewport })];
    await ann.createRoom('Steady', 'Under the fingers');
    await sendLines(server, ann, 1, 40);
    await ben.openRoom('Steady');
    await ben.joinRoom();
    await expect(ben.getArticle('Line 40.')).toBeInViewport();
    await ben.page.getByRole('button', { name: 'Load more' }).click();
    await expect(ben.articles).toHaveCount(30);
    await ben.messages.evaluate(log => log.scrollTo(0, log.scrollHeight));
    await enterMessages(ben);
    for (let times = 0; times < 26; times++) await ben.page.keyboard.press('ArrowUp');
    const row = ben.getArticle('Line 14.');
    await expect(row).toBeFocused();
    await waitForFrames(ben.messages);
    await expectSteady(row, 'messages come', async () => {
      await sendLines(server, ann, 41, 43);
      await expect(ben.getArticle('Line 43.')).toBeAttached();
    });
    await expect(row).toBeFocused();
    await ben.page.mouse.move(viewport.width - 60, 300);
    await ben.page.mouse.wheel(0, -10_000);
    await expect(ben.getArticle('Line 11.')).toBeInViewport();
    await ben.page.mouse.wheel(0, 10_000);
    await expect(ben.getArticle('Line 43.')).toBeInViewport();
    await expect(row).not.toBeInViewport();
    await ben.page.keyboard.press('ArrowUp');
    await expect(ben.getArticle('Line 43.'), 'the focus continues from a visible message').toBeFocused();
    expect(await getDistanceFromEnd(ben.messages)).toBeLessThan(0.3);

    await ben.messages.evaluate(log => log.scrollTo(0, 0));
    await ben.page.keyboard.press('End');
    await expect(ben.getArticle('Line 43.')).toBeFocused();
    const { messages } = (await sendCommand(server.url, ann.page.context(), 'get_messages', {
      roomId: ann.roomId,
    })) as { messages: { id: string; text: string }[] };
    const last = messages.find(({ text }) => text.startsWith('Line 43.'));
    await sendCommand(server.url, ann.page.context(), 'delete_message', {
      roomId: ann.roomId,
      messageId: last?.id,
    });
    await expect(ben.getArticle('Line 42.'), 'the previous message gets the focus').toBeFocused();
  });
}

test('keys like, copy and delete the focused message', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ann;
  await ann.createRoom('Letters', 'Each does something');
  await ben.openRoom('Letters');
  await ben.sendMessage('Not hers');
  await expect(ann.getArticle('Not hers')).toBeVisible();
  await ann.sendMessage('Hers');
  const row = ann.getArticle('Hers').last();
  await expect(row.locator('time').first()).toBeAttached();
  await page.keyboard.press('l');
  await expect(ann.composer, 'letters are text in the composer').toHaveValue('l');
  await ann.composer.fill('');

  await enterMessages(ann);
  await expect(row).toBeFocused();
  const like = row.getByRole('button', { name: 'Like' });
  await page.keyboard.press('l');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('L');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(row).toBeFocused();
  await page.keyboard.press('c');
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  await ann.composer.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(ann.composer).toHaveValue(/\/chat\/.+\?at=/);
  await ann.composer.fill('');

  await enterMessages(ann);
  await page.keyboard.press('ArrowUp');
  await expect(ann.getArticle('Not hers')).toBeFocused();
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete this message?' });
  await waitForFrames(ann.messages);
  await expect(question, 'not her own message').toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row, 'focus returns').toBeFocused();
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(ann.articles).toHaveCount(1);
  await expect(ann.getArticle('Not hers'), 'the focus moves to a remaining message').toBeFocused();
});

test('a held key does nothing in the field that it opened', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  const { keyboard } = ann.page;
  const hold = async (key: string) => {
    for (let times = 0; times < 4; times++) await keyboard.down(key);
    await keyboard.up(key);
  };
  const focusRow = async () => {
    await ann.composer.focus();
    await keyboard.press('Shift+Tab');
    await keyboard.press('Shift+Tab');
    await expect(ann.articles.last()).toBeFocused();
  };
  await ann.createRoom('Quince', 'With a draft');
  await ann.composer.fill('half written');
  await ann.createRoom('Held keys', 'Slow fingers');
  await ann.sendMessage('Mine');
  await expect(ann.getArticle('Mine').locator('time').first()).toBeAttached();

  await focusRow();
  await hold('r');
  await expect(ann.composer).toBeFocused();
  await expect(ann.composer, 'R').toHaveValue('');
  await keyboard.press('Escape');
  await ann.composer.fill('not yet');
  await focusRow();
  await hold('e');
  const edit = ann.messages.getByRole('textbox', { name: 'Text of the message' });
  await expect(edit).toBeFocused();
  await expect(edit, 'E').toHaveValue('Mine');
  await keyboard.type('!');
  await hold('Enter');
  await expect(ann.getArticle('Mine!')).toBeVisible();
  await expect(ann.composer, 'Enter in an edit sends no draft').toHaveValue('not yet');
  await ann.composer.fill('');
  await hold('w');
  await expect(ann.composer, 'a letter that one writes').toHaveValue('wwww');

  await keyboard.press('ControlOrMeta+k');
  await ann.page.getByRole('textbox', { name: 'Find a room' }).fill('Quince');
  await expect(ann.page.getByRole('option', { name: 'Quince', exact: true })).toBeVisible();
  await keyboard.down('Enter');
  await expect(ann.page.getByRole('heading', { name: 'Quince', level: 1 })).toBeVisible();
  await expect(ann.composer).toBeFocused();
  await hold('Enter');
  await expect(ann.composer, 'Enter in another dialog sends no draft').toHaveValue('half written');
  await expect(ann.articles).toHaveCount(0);
});

test('after a click in the messages, typing continues in the composer and presses nothing', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page, composer } = ann;
  await ann.createRoom('Pressed', 'Not by key');
  await ann.sendMessage('Press me');
  const row = ann.getArticle('Press me');
  await expect(row.locator('time').first()).toBeAttached();
  await composer.fill('So ');
  await row.locator('[data-words]').click();
  await page.keyboard.press('Delete');
  await page.keyboard.type('let me see?');
  await expect(composer).toHaveValue('So let me see?');
  await row.hover();
  const like = row.getByRole('button', { name: 'Like' });
  await like.click();
  await expect(like).toBeFocused();
  await page.keyboard.type('elc');
  await expect(composer).toHaveValue('So let me see?elc');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);

  await like.click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('elsewhere');
  await expect(page.getByRole('textbox', { name: 'Find a room' })).toHaveValue('elsewhere');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Room options' }).click();
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]'));
  await page.keyboard.press('n');
  await expect(page.getByRole('menuitem', { name: 'Notifications' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: 'Room Information' }).click();
  await expect(page.getByRole('dialog')).toHaveAttribute('data-open');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Room Information' })).toBeFocused();
  await page.keyboard.type('.');
  await expect(composer, 'a pointer had opened the dialog').toHaveValue('So let me see?elc.');
});

test('a key that is pressed before a dialog has the focus goes to the dialog', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Quick', 'Fingers');
  await ann.sendMessage('Here to stay');
  const row = ann.getArticle('Here to stay');
  await expect(row.locator('time').first()).toBeAttached();
  await enterMessages(ann);
  await expect(row).toBeFocused();
  await ann.page.keyboard.press('?');
  const shortcuts = ann.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts).toBeVisible();
  // While the focus is still moving to the dialog.
  for (const key of ['l', 'Escape'])
    await row.evaluate((row, key) => {
      row.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }, key);
  await expect(shortcuts).toBeHidden();
  await expect(row, 'focus returns').toBeFocused();
  await expect(row.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'false');
});

for (const [where, viewport] of WIDTHS) {
  test(`Ctrl+K finds a room from anywhere, and ? shows the shortcuts, ${where}`, {
    tag: ['@own-server', '@detail'],
  }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    const { page } = ann;
    await ann.createRoom('Inn', 'Where one is');
    if (where === 'narrow') await page.getByRole('link', { name: 'Back to rooms' }).click();
    await ann.createRoom('Oak', 'Where one goes');
    await ann.composer.fill('half a sen');
    const join = page.getByRole('dialog', { name: 'Join conversation' });
    await page.keyboard.press('Control+k');
    await expect(join.getByRole('textbox', { name: 'Find a room' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(join).toBeHidden();
    await expect(ann.composer, 'focus returns').toBeFocused();
    await page.keyboard.press('Meta+k');
    await expect(join.getByRole('textbox', { name: 'Find a room' })).toBeFocused();
    await page.keyboard.type('Inn');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Inn' })).toBeVisible();
    await expect(join).toHaveCount(0);

    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await ann.composer.press('?');
    await expect(ann.composer, 'a question mark is text in the composer').toHaveValue('?');
    await expect(shortcuts).toHaveCount(0);
    await ann.messages.focus();
    await page.keyboard.press('?');
    await expect(shortcuts.getByText('Move between messages')).toBeVisible();
    await expect(shortcuts.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(shortcuts).toBeHidden();
    await expect(ann.messages, 'focus returns').toBeFocused();

    if (where === 'narrow') await page.getByRole('link', { name: 'Back to rooms' }).click();
    await new DashboardPage(page).open();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(shortcuts).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(join, 'not while a dialog is open').toHaveCount(0);
  });
}

test('text that is typed right after Ctrl+K goes to the search field', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Swift', 'Typed at once');
  await ann.composer.fill('half a sen');
  const keyboard = await KeyboardDevice.attach(page);
  // Without a pause, before any dialog can open.
  keyboard.press('k', { hasControl: true });
  for (const key of ['S', 'w', 'i', 'p', 'e', 'Backspace', 'Backspace']) keyboard.press(key);
  await keyboard.settle();
  const join = page.getByRole('dialog', { name: 'Join conversation' });
  await expect(join.getByRole('textbox', { name: 'Find a room' })).toHaveValue('Swi');
  await page.keyboard.type('ft');
  await expect(join.getByRole('option', { name: 'Swift', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ann.composer, 'nothing was sent').toHaveValue('half a sen');
  await expect(ann.composer).toBeFocused();
  await page.keyboard.type('tence');
  await expect(ann.composer).toHaveValue('half a sentence');

  await ann.createRoom('Other', 'In between');
  await ann.composer.fill('not sent');
  keyboard.press('k', { hasControl: true });
  for (const key of ['S', 'w', 'i', 'f', 't', 'Enter']) keyboard.press(key);
  await keyboard.settle();
  await expect(
    page.getByRole('heading', { name: 'Swift', level: 1 }),
    'Enter opens the result',
  ).toBeVisible();
  await expect(ann.composer).toBeFocused();
  await ann.openRoom('Other');
  await expect(ann.composer).toHaveValue('not sent');
});

test('arrow keys scroll through a message taller than the screen before they leave it', {
  tag: '@detail',
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('High', 'And low');
  await sendLines(server, ann, 1, 3);
  const text = `Tower\n${'storey\n'.repeat(120)}roof`;
  await sendCommand(server.url, ann.page.context(), 'send_message', { roomId: ann.roomId, text });
  await sendLines(server, ann, 4, 6);
  await ann.page.reload();
  await expect(ann.getArticle('Line 6.')).toBeInViewport();
  await enterMessages(ann);
  for (let times = 0; times < 3; times++) await ann.page.keyboard.press('ArrowUp');
  const tower = ann.getArticle('Tower');
  await expect(tower).toBeFocused();
  await tower.getByRole('button', { name: 'Show more' }).press('Enter');
  await ann.page.keyboard.press('End');
  await expect(ann.getArticle('Line 6.')).toBeFocused();
  for (let times = 0; times < 3; times++) await ann.page.keyboard.press('ArrowUp');
  await expect(tower).toBeFocused();
  let presses = 0;
  for (
    ;
    presses < 10 && (await readFocusedName(ann.page)) === (await tower.getAttribute('aria-label'));
    presses++
  ) {
    await ann.page.keyboard.press('ArrowUp');
    await waitForFrames(ann.messages);
    if (await ann.getArticle('Line 3.').evaluate(row => row === document.activeElement)) break;
  }
  await expect(ann.getArticle('Line 3.')).toBeFocused();
  expect(presses, 'several screens').toBeGreaterThan(2);
});

test('a new message is announced once, and many at once are one announcement', { tag: '@detail' }, async ({
  person,
  server,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Loud', 'For those who listen');
  await ben.openRoom('Loud');
  await expect(ben.messages).toHaveAttribute('aria-live', 'off');
  await ben.page.evaluate(() => {
    const announcements: string[] = [];
    Object.assign(window, { announcements });
    const live = '[aria-live]:not([aria-live="off"]), output, [role="status"], [role="alert"]';
    new MutationObserver(changes => {
      for (const { target, addedNodes } of changes) {
        const place = (target instanceof Element ? target : target.parentElement)?.closest(live);
        if (place && addedNodes.length > 0) announcements.push(place.textContent ?? '');
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  const announcements = () =>
    ben.page.evaluate(() =>
      (window as unknown as { announcements: string[] }).announcements.filter(
        words => words !== '' && !words.endsWith('is typing'),
      ),
    );
  await ann.sendMessage('Good morning');
  await expect.poll(announcements).toEqual(['Ann: Good morning']);
  await sendLines(server, ann, 1, 50);
  await expect(ben.getArticle('Line 50.')).toBeAttached();
  await expect.poll(async () => (await announcements()).length).toBeGreaterThan(1);
  const count = async () =>
    (await announcements())
      .slice(1)
      .reduce((sum, words) => sum + Number(/^(\d+) new messages?$/.exec(words)?.[1] ?? 1), 0);
  await expect.poll(count, 'each is counted once').toBe(50);
  expect((await announcements()).length).toBeLessThan(8);
});
