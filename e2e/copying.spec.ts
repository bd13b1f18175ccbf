import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { textFile } from '@snug/testkit/browser/input-files.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { expect, test } from './fixtures.ts';

/** Selects with the pointer, from `offset` px after the start of one row's text to the end of another's. */
async function select(chat: ChatPage, from: string, to: string, offset: number): Promise<void> {
  const boxOf = async (text: string) => {
    const box = await chat.getArticle(text).locator('[data-words]').boundingBox();
    if (!box) throw new Error(`${text} is not there`);
    return box;
  };
  const { page } = chat;
  const [first, last] = [await boxOf(from), await boxOf(to)];
  await page.mouse.move(first.x + offset, first.y + 11);
  await page.mouse.down();
  await page.mouse.move(last.x + last.width - 2, last.y + last.height - 3, { steps: 8 });
  await page.mouse.up();
}

/** Copies the selection and pastes it into the empty composer. */
async function copyAndPaste({ page, composer }: ChatPage): Promise<void> {
  await page.keyboard.press('ControlOrMeta+c');
  await composer.fill('');
  await composer.press('ControlOrMeta+v');
}

test('several messages are copied with author and time, without the names of buttons', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann Alder'), await person('Ben')];
  await ann.createRoom('Minutes', 'To be copied');
  await ben.openRoom('Minutes');
  await ann.sendMessage('First of all');
  await ann.sendMessage('two lines,\nand `code`:\n```\nlet a;\n\nlet b;\n```\nDone.');
  await expect(ben.getArticle('two lines')).toBeVisible();
  await ben.sendMessage('Agreed');
  await expect(ann.getArticle('Agreed')).toBeVisible();
  await new UploadDialog(ann.page).sendFiles(textFile('notes.txt'));
  await expect(ann.getArticle('notes.txt')).toBeVisible();
  await ann.sendMessage('The end');
  await expect(ann.getArticle('The end').locator('time').first()).toBeAttached();

  await ann.getArticle('The end').hover();
  await select(ann, 'First of all', 'The end', 0);
  const [annAt, benAt] = await Promise.all(
    ['First of all', 'Agreed'].map(text => ann.getArticle(text).locator('time').first().innerText()),
  );
  const third = await ann.getArticle('notes.txt').locator('time').first().innerText();
  await copyAndPaste(ann);
  await expect(ann.composer).toHaveValue(
    [
      `Ann Alder, ${annAt}`,
      'First of all',
      'two lines,\nand `code`:\n```\nlet a;\n\nlet b;\n```\nDone.',
      '',
      `Ben, ${benAt}`,
      'Agreed',
      '',
      `Ann Alder, ${third}`,
      'notes.txt',
      'The end',
    ].join('\n'),
  );
});

test('a part of one message is copied unchanged', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Parts', 'Of a message');
  await ann.sendMessage('Only\nthis `part` of it');
  await expect(ann.getArticle('Only').locator('time').first()).toBeAttached();
  await select(ann, 'Only', 'Only', 0);
  await copyAndPaste(ann);
  await expect(ann.composer).toHaveValue('Only\nthis `part` of it');
  await ann.composer.fill('written here');
  await ann.composer.press('ControlOrMeta+a');
  await copyAndPaste(ann);
  await expect(ann.composer, 'the browser copies a selection in the composer').toHaveValue('written here');
});

interface Copied {
  text: string;
  items: number;
  words: string;
}

/** Selects a whole message and returns what the page copies. */
async function copyWhole({ articles, page }: ChatPage): Promise<Copied> {
  await articles.last().evaluate(row => {
    getSelection()?.selectAllChildren(row.querySelector('[data-words]') as Element);
    // The data is there only during the event.
    addEventListener(
      'copy',
      ({ clipboardData }) => {
        const html = new DOMParser().parseFromString(clipboardData?.getData('text/html') ?? '', 'text/html');
        const copied = {
          text: clipboardData?.getData('text/plain'),
          items: html.querySelectorAll('li').length,
          words: html.body.textContent,
        };
        Object.assign(globalThis, { copied });
      },
      { once: true },
    );
  });
  await page.keyboard.press('ControlOrMeta+c');
  return page.evaluate('copied');
}

test('a copy of a folded text has all of its words, also those beyond the limit of elements', {
  tag: '@detail',
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('Long copies', 'Of a list');
  const words = Array.from({ length: 800 }, (_, index) => `word${index}`);
  const typed = words.map(word => `- ${word}`).join('\n');
  await sendCommand(server.url, ann.page.context(), 'send_message', { roomId: ann.roomId, text: typed });
  const row = ann.articles.last();
  await expect(row.getByRole('button', { name: 'Show more' })).toBeVisible();
  const [folded, unfolded] = [await copyWhole(ann), await unfoldAndCopy(ann)];
  for (const { text, words: copied } of [folded, unfolded]) {
    expect(text).toBe(typed);
    expect(copied.match(/word\d+/g)).toEqual(words);
  }
  expect(folded.items).toBeGreaterThan(200);
  expect(folded.items).toBeLessThan(300);
  expect(unfolded.items).toBe(800);

  await row.hover();
  await row.getByRole('button', { name: 'More', exact: true }).click();
  await ann.page.getByRole('menuitem', { name: 'Copy text' }).click();
  await expect(ann.page.getByRole('status').filter({ hasText: 'Text copied' })).toBeVisible();
  await ann.composer.press('ControlOrMeta+v');
  await expect(ann.composer).toHaveValue(typed);
});

async function unfoldAndCopy(ann: ChatPage): Promise<Copied> {
  await ann.articles.last().getByRole('button', { name: 'Show more' }).click();
  return copyWhole(ann);
}
