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
