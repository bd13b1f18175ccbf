import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expect, test } from './fixtures.ts';
import { KeyboardDevice } from './keyboard-device.ts';
import { routeLaterFiles } from './later-files.ts';
import type { Server } from './server.ts';

const TEXT = 'Written by Ann';
/** Some of these letters are keys of a focused message. */
const LETTERS = 'later, agreed';

interface Scene {
  ann: ChatPage;
  page: Page;
  keyboard: KeyboardDevice;
}

interface Command {
  name: string;
  /** Opens the field by a key, or with the mouse. Does not wait until it is open. */
  open: (scene: Scene) => Promise<void> | void;
  getField: (page: Page) => Locator;
  /** The text of the field before anything is typed. */
  before: string;
  typed: string;
  expected: string;
  /** Whether the field is part of the first load. */
  isInFirstLoad: boolean;
}

const getEdit = (page: Page) => page.getByRole('textbox', { name: 'Text of the message' });
const getComposer = (page: Page) => page.getByPlaceholder('Write a new message here...');
const getRow = ({ ann }: Scene) => ann.getArticle(TEXT);

async function pressOnRow(scene: Scene, key: string): Promise<void> {
  await scene.page.keyboard.press('Shift+Tab');
  await scene.page.keyboard.press('Shift+Tab');
  await expect(getRow(scene)).toBeFocused();
  scene.keyboard.press(key);
}

const EDIT = {
  getField: getEdit,
  before: TEXT,
  typed: LETTERS,
  expected: TEXT + LETTERS,
  isInFirstLoad: false,
};
const REPLY = { getField: getComposer, before: '', typed: LETTERS, expected: LETTERS, isInFirstLoad: true };
const EMOJI = {
  getField: (page: Page) => page.getByRole('searchbox', { name: 'Find an emoji' }),
  before: '',
  typed: LETTERS,
  expected: LETTERS,
  isInFirstLoad: false,
};
const SEARCH = { ...EMOJI, getField: (page: Page) => page.getByRole('textbox', { name: 'Find a room' }) };
const DATE = {
  getField: (page: Page) => page.getByRole('dialog', { name: 'Go to date' }).getByLabel('Date'),
  before: '',
  // The same in every order of day and month.
  typed: '11112021',
  expected: '2021-11-11',
  isInFirstLoad: false,
};

const COMMANDS: readonly Command[] = [
  { name: 'the up arrow', open: ({ keyboard }) => keyboard.press('ArrowUp'), ...EDIT },
  { name: 'E', open: scene => pressOnRow(scene, 'e'), ...EDIT },
  { name: 'R', open: scene => pressOnRow(scene, 'r'), ...REPLY },
  { name: 'A', open: scene => pressOnRow(scene, 'a'), ...EMOJI },
  { name: 'G', open: scene => pressOnRow(scene, 'g'), ...DATE },
  { name: 'Ctrl+K', open: ({ keyboard }) => keyboard.press('k', { hasControl: true }), ...SEARCH },
];

/** These need a control that loads when the page is idle. */
const MOUSE_COMMANDS: readonly Command[] = [
  {
    name: '"Edit message"',
    open: async scene => {
      await getRow(scene).click({ button: 'right' });
      await scene.page.getByRole('menuitem', { name: 'Edit message' }).click();
    },
    ...EDIT,
  },
  {
    name: '"Edit message", by keyboard',
    open: async scene => {
      await getRow(scene).getByRole('button', { name: 'More' }).press('Enter');
      await scene.page.getByRole('menuitem', { name: 'Edit message' }).press('Enter');
    },
    ...EDIT,
  },
  {
    name: '"Reply"',
    open: async scene => {
      await getRow(scene).hover();
      await getRow(scene).getByRole('button', { name: 'Reply' }).click();
    },
    ...REPLY,
  },
  {
    name: '"Add reaction"',
    open: async scene => {
      await getRow(scene).hover();
      await getRow(scene).getByRole('button', { name: 'Add reaction' }).click();
    },
    ...EMOJI,
  },
  {
    name: '"Join conversation"',
    open: ({ page }) => page.getByRole('button', { name: 'Join conversation' }).click(),
    ...SEARCH,
  },
  {
    name: 'a date',
    open: ({ page }) =>
      page
        .getByRole('heading', { level: 2, name: /^Today/ })
        .getByRole('button')
        .click(),
    ...DATE,
  },
];

async function prepare(
  person: (name: string) => Promise<ChatPage>,
  server: Server,
): Promise<Scene & { reload: () => Promise<void> }> {
  const ann = await person('Ann');
  await ann.createRoom('Keys', 'To the right place');
  await sendCommand(server.url, ann.page.context(), 'send_message', { roomId: ann.roomId, text: TEXT });
  await expect(ann.getArticle(TEXT)).toBeVisible();
  const keyboard = await KeyboardDevice.attach(ann.page);
  const reload = async () => {
    // Drafts and kept edits of the command before.
    await ann.page.evaluate(() => {
      // A draft is stored by then.
      dispatchEvent(new Event('pagehide'));
      for (const key of Object.keys(localStorage))
        if (/draft|edit|reply/.test(key)) localStorage.removeItem(key);
    });
    await ann.page.reload();
    await expect(ann.getArticle(TEXT)).toBeVisible();
    await expect(ann.composer).toBeFocused();
  };
  return { ann, page: ann.page, keyboard, reload };
}

async function expectTyped({ ann, page }: Scene, { name, getField, expected }: Command): Promise<void> {
  await expect(getField(page), `the letters after ${name}`).toHaveValue(expected);
  await expect(getField(page)).toBeFocused();
  if ((await getField(page).getAttribute('id')) === (await getComposer(page).getAttribute('id'))) return;
  await expect(getComposer(page), `no letter after ${name} is in the composer`).toHaveValue('');
  await expect(ann.articles, 'none was sent').toHaveCount(1);
}

/** Types right after the command, without waiting for its field. */
async function expectNoLetterLost(scene: Scene, command: Command): Promise<void> {
  await command.open(scene);
  await scene.keyboard.type(command.typed);
  await expectTyped(scene, command);
}

/** Loads what the command needs. */
async function useOnce(scene: Scene, command: Command): Promise<void> {
  await command.open(scene);
  await expect(command.getField(scene.page)).toBeFocused();
  await scene.page.keyboard.press('Escape');
  await expect(scene.page.getByRole('dialog')).toHaveCount(0);
  await scene.ann.composer.focus();
}

test('right after the page has loaded, no letter after Up, R or Ctrl+K is lost on a slow machine', async ({
  person,
  server,
}) => {
  const scene = await prepare(person, server);
  await scene.keyboard.slowDown(4);
  for (const command of COMMANDS.filter(({ name }) => ['the up arrow', 'R', 'Ctrl+K'].includes(name))) {
    await scene.reload();
    await expectNoLetterLost(scene, command);
  }
});

for (const rate of [1, 4, 6])
  for (const [when, isUsed] of [
    ['on first use', false],
    ['later', true],
  ] as const)
    test(`no letter is lost ${when}, at 1/${rate} of the processor's speed`, { tag: '@detail' }, async ({
      person,
      server,
    }) => {
      test.slow();
      const scene = await prepare(person, server);
      await scene.keyboard.slowDown(rate);
      for (const command of [...COMMANDS, ...MOUSE_COMMANDS]) {
        await scene.reload();
        if (isUsed) await useOnce(scene, command);
        await expectNoLetterLost(scene, command);
      }
    });

test('no letter is lost while the code of a field takes two seconds', { tag: '@detail' }, async ({
  person,
  server,
}) => {
  const scene = await prepare(person, server);
  for (const command of COMMANDS) {
    const held = Promise.withResolvers<void>();
    await routeLaterFiles(scene.page, held.promise);
    await scene.reload();
    await command.open(scene);
    await scene.keyboard.type(command.typed.slice(0, -2));
    if (!command.isInFirstLoad) await expect(command.getField(scene.page)).toHaveCount(0);
    setTimeout(() => held.resolve(), 2_000);
    await expect(command.getField(scene.page)).toBeFocused();
    await scene.keyboard.type(command.typed.slice(-2));
    await expectTyped(scene, command);
    await scene.page.unrouteAll({ behavior: 'wait' });
  }
});

test('if the code of a field is refused, its letters are in the composer', { tag: '@detail' }, async ({
  person,
  server,
}) => {
  const scene = await prepare(person, server);
  await routeLaterFiles(scene.page, 'abort');
  for (const command of COMMANDS) {
    await scene.reload();
    await command.open(scene);
    await scene.keyboard.type(command.typed);
    if (command.isInFirstLoad) await expectTyped(scene, command);
    else await expect(scene.ann.composer, `after ${command.name}`).toHaveValue(command.typed);
  }
});

test('if the code of a field is refused before the first letter, the letters press no keys of the row', {
  tag: '@detail',
}, async ({ person, server }) => {
  const scene = await prepare(person, server);
  await routeLaterFiles(scene.page, 'abort');
  for (const command of COMMANDS.filter(({ isInFirstLoad }) => !isInFirstLoad)) {
    await scene.reload();
    await command.open(scene);
    await expect(scene.ann.composer).toBeFocused();
    await scene.keyboard.type(command.typed);
    await expect(scene.ann.composer, `after ${command.name}`).toHaveValue(command.typed);
  }
});

test('dead keys and input methods write into a field that still loads', { tag: '@detail' }, async ({
  person,
  server,
}) => {
  const scene = await prepare(person, server);
  const { keyboard, page } = scene;
  for (const command of COMMANDS.filter(({ typed }) => typed === LETTERS)) {
    const held = Promise.withResolvers<void>();
    await routeLaterFiles(page, held.promise);
    await scene.reload();
    await command.open(scene);
    keyboard.press('Dead', { code: 'Quote' });
    keyboard.press('é', { code: 'KeyE' });
    keyboard.compose('に');
    await keyboard.settle();
    held.resolve();
    // The composition goes on while the field opens: a pause of three seconds would end it.
    const opened = page.waitForLoadState('networkidle').then(() => true);
    for (let text = 'にほ'; !(await Promise.race([opened, wait(300)])); text = text === 'に' ? 'にほ' : 'に')
      keyboard.compose(text);
    keyboard.compose('にほん');
    keyboard.commit('日本');
    keyboard.press('!');
    await keyboard.settle();
    await expectTyped(scene, { ...command, expected: `${command.before}é日本!` });
    await page.unrouteAll({ behavior: 'wait' });
  }
});
