import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { png, textFile } from '@snug/testkit/browser/input-files.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

async function send(ann: ChatPage, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await ann.sendMessage(text);
    await expect(ann.getArticle(text).locator('time').first()).toBeAttached();
  }
}

test('a reply has a quote that follows its source and leads to it', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  await ann.createRoom('Replies', 'Question and answer');
  await send(ann, 'Where do we meet?', 'Anybody?');
  await bob.openRoom('Replies');
  const source = bob.getArticle('Where do we meet?').first();
  await source.hover();
  await source.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(bob.page.getByText('Replying to Ann')).toBeVisible();
  await expect(bob.composer).toBeFocused();
  await bob.page.reload();
  await expect(bob.page.getByText('Replying to Ann'), 'a reload keeps it').toBeVisible();
  await expectNoViolations(bob.page, 'replying');
  await bob.sendMessage('At the lake');
  await expect(bob.page.getByText('Replying to Ann')).toHaveCount(0);
  const quote = (text: string) => bob.page.getByRole('button', { name: `Answers Ann ${text}` });
  await expect(quote('Where do we meet?')).toBeVisible();
  await expectNoViolations(bob.page, 'a reply');

  await ann.page.keyboard.press('Escape');
  const own = ann.articles.first();
  await own.hover();
  await own.getByRole('button', { name: 'More' }).click();
  await ann.page.getByRole('menuitem', { name: 'Edit message' }).click();
  await ann.messages.getByRole('textbox').fill('Where shall we meet?');
  await ann.page.getByRole('button', { name: 'Save' }).click();
  await expect(quote('Where shall we meet?')).toBeVisible();

  await quote('Where shall we meet?').click();
  await expect(bob.articles.first()).toBeFocused();
  const back = bob.page.getByRole('button', { name: 'Back to reply' });
  await back.click();
  await expect(bob.getArticle('At the lake')).toBeFocused();
  await expect(back).toHaveCount(0);

  await own.hover();
  await own.getByRole('button', { name: 'Delete message' }).click();
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(bob.getArticle('At the lake').getByText('Message deleted')).toBeVisible();
});

async function post(chat: ChatPage, text: string, replyTo?: string, roomId = chat.roomId): Promise<string> {
  const { origin } = new URL(chat.page.url());
  const input = { roomId, text, ...(replyTo !== undefined && { replyTo }) };
  const result = await sendCommand(origin, chat.page.context(), 'send_message', input);
  return (result as { message: { id: string } }).message.id;
}

test('a conversation shows a message and its replies, follows them, and returns to the same place', {
  tag: '@journey',
}, async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  await ann.createRoom('Threads', 'One among many');
  for (let line = 0; line < 15; line++) await post(ann, `Before ${line}.\nOn\nfour\nlines`);
  const root = await post(ann, 'The question');
  for (let line = 0; line < 15; line++) await post(ann, `After ${line}.\nOn\nfour\nlines`);
  await post(ann, 'An answer', root);
  await expect(ann.getArticle('An answer')).toBeVisible();
  const source = ann.page.locator(`[id="${root}"]`);
  await source.evaluate(row => row.scrollIntoView({ block: 'center' }));
  await expect(ann.jump).toBeVisible();
  const before = await source.boundingBox();

  await source.hover();
  await source.getByRole('button', { name: 'More' }).click();
  await ann.page.getByRole('menuitem', { name: 'Show conversation' }).click();
  await expect(ann.page.getByText('2 messages', { exact: true })).toBeVisible();
  expect(new URL(ann.page.url()).searchParams.get('conversation')).toBe(root);
  await expect(ann.articles).toHaveCount(2);
  await expect(ann.composer).toBeFocused();
  await expectNoViolations(ann.page, 'a conversation');
  await ann.sendMessage('One more');
  await expect(ann.page.getByText('3 messages', { exact: true })).toBeVisible();

  await bob.page.goto(ann.page.url());
  await expect(bob.articles).toHaveCount(3);
  await post(bob, 'Not part of it');
  await bob.sendMessage('From Bob');
  for (const chat of [ann, bob]) {
    await expect(chat.getArticle('From Bob')).toBeVisible();
    await expect(chat.page.getByText('4 messages', { exact: true })).toBeVisible();
    expect(
      await chat.getShownTexts(['The question', 'An answer', 'One more', 'From Bob', 'Not part of it']),
    ).toEqual(['The question', 'An answer', 'One more', 'From Bob']);
  }

  await ann.page.getByRole('button', { name: 'Back to all messages' }).click();
  await expect(ann.getArticle('After 0.')).toBeVisible();
  await expect
    .poll(async () => Math.abs(((await source.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
    .toBeLessThan(2);
  await expect(ann.composer, 'the button that had the focus is gone').toBeFocused();
  await bob.page.getByRole('button', { name: 'Back to all messages' }).click();
  await expect(bob.getArticle('Not part of it')).toBeVisible();
});

test('files can be answered, and can be answers', { tag: '@detail' }, async ({ person }) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await ann.createRoom('Pictures', 'Question and answer');
  await new UploadDialog(ann.page).sendFiles(png('garden.png', 320, 200));
  await bob.openRoom('Pictures');
  const picture = bob.articles.filter({ has: bob.page.getByRole('button', { name: 'garden.png' }) });
  await picture.hover();
  await picture.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(bob.page.getByText('Replying to Ann')).toBeVisible();
  await expect(bob.page.locator('form').getByText('garden.png')).toBeVisible();
  await expectNoViolations(bob.page, 'an answer to a picture');
  await new UploadDialog(bob.page).sendFiles(textFile('plan.txt'), textFile('list.txt'));
  await expect(bob.page.getByText('Replying to Ann')).toHaveCount(0);
  for (const chat of [ann, bob]) {
    const quote = chat.page.getByRole('button', { name: 'Answers Ann garden.png' });
    await expect(chat.getArticle('plan.txt').getByRole('button', { name: /^Answers/ })).toBeVisible();
    await expect(chat.getArticle('list.txt')).toBeVisible();
    await expect(quote, 'only the first file is the answer').toHaveCount(1);
  }
  await expectNoViolations(ann.page, 'a file that answers a picture');
  await ann
    .getArticle('plan.txt')
    .getByRole('button', { name: /^Answers/ })
    .click();
  await expect(ann.articles.first()).toBeFocused();
  const file = ann.getArticle('plan.txt');
  await file.hover();
  await file.getByRole('button', { name: 'Reply', exact: true }).click();
  await ann.sendMessage('Looks good');
  await expect(bob.page.getByRole('button', { name: 'Answers Bob plan.txt' })).toBeVisible();
});

async function openTab(chat: ChatPage): Promise<ChatPage> {
  const tab = new ChatPage(await chat.page.context().newPage());
  await tab.page.goto(chat.page.url());
  return tab;
}

test('an answer is one in every tab: its text and what it answers come, are sent and go together', async ({
  person,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await ann.createRoom('Tabs', 'Two of them');
  await send(ann, 'Where do we meet?');
  await bob.openRoom('Tabs');
  const other = await openTab(bob);
  await expect(other.getArticle('Where do we meet?')).toBeVisible();
  const tabs = [bob, other];
  const strip = ({ page }: ChatPage) => page.getByText('Replying to Ann');
  const source = bob.articles.first();
  await source.hover();
  await source.getByRole('button', { name: 'Reply', exact: true }).click();
  await bob.composer.fill('At the lake');
  for (const tab of tabs) {
    await expect(strip(tab)).toBeVisible();
    await expect(tab.composer).toHaveValue('At the lake');
  }
  await other.composer.press('Enter');
  for (const tab of tabs) {
    await expect(strip(tab)).toHaveCount(0);
    await expect(tab.composer).toHaveValue('');
    await expect(tab.page.getByRole('button', { name: 'Answers Ann Where do we meet?' })).toBeVisible();
  }
  await bob.sendMessage('Something else');
  await expect(other.getArticle('Something else')).toBeVisible();
  await expect(other.getArticle('Something else').getByRole('button', { name: /^Answers/ })).toHaveCount(0);

  await other.getArticle('Something else').getByRole('button', { name: 'Undo' }).click();
  await expect(bob.composer, '"Undo" returns the text to every tab').toHaveValue('Something else');
  await bob.composer.fill('');
  await source.hover();
  await source.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(strip(other)).toBeVisible();
  await other.page.getByRole('button', { name: 'Cancel reply' }).click();
  for (const tab of tabs) await expect(strip(tab)).toHaveCount(0);
});

test('the line above an answer forgets the text of a message that is deleted meanwhile', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await ann.createRoom('Regrets', 'Second thoughts');
  await send(ann, 'The code is 4711', 'Another topic');
  await bob.openRoom('Regrets');
  const source = bob.getArticle('The code is 4711');
  await source.hover();
  await source.getByRole('button', { name: 'Reply', exact: true }).click();
  await bob.composer.fill('Which one?');
  const strip = bob.page.getByRole('paragraph').filter({ hasText: 'Replying to Ann' });
  await expect(strip).toContainText('The code is 4711');
  await ann.getArticle('The code is 4711').hover();
  await ann.getArticle('The code is 4711').getByRole('button', { name: 'Delete message' }).click();
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(strip).toContainText('Message deleted');
  await expect(strip).not.toContainText('4711');
  await expect(bob.composer).toHaveValue('Which one?');
  const readStored = () => bob.page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await expect.poll(readStored, { message: 'the stored draft' }).not.toContain('4711');
});

test('a text that begins in a conversation stays an answer in other views and tabs', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await ann.createRoom('Views', 'Of one draft');
  await send(ann, 'The question');
  await bob.openRoom('Views');
  const room = await openTab(bob);
  const root = await bob.getArticle('The question').getAttribute('id');
  await bob.page.goto(`${bob.page.url()}?conversation=${root}`);
  await expect(bob.page.getByText(/^\d+ messages?$/)).toBeVisible();
  const strip = ({ page }: ChatPage) => page.getByText('Replying to Ann');
  await bob.composer.fill('Half an ans');
  await expect(room.composer).toHaveValue('Half an ans');
  await expect(strip(room)).toBeVisible();
  await expect(strip(bob), 'the view itself shows what it answers').toHaveCount(0);
  await bob.composer.fill('');
  await expect(strip(room)).toHaveCount(0);
  await bob.composer.fill('An answer');
  await bob.page.getByRole('button', { name: 'Back to all messages' }).click();
  await expect(strip(bob)).toBeVisible();
  await room.composer.press('Enter');
  await expect(bob.page.getByRole('button', { name: 'Answers Ann The question' })).toBeVisible();
  await expect(bob.composer).toHaveValue('');
  await expect(strip(bob)).toHaveCount(0);
});

test('a line under a message leads to its replies, which are read there, and only there', async ({
  person,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await ann.createRoom('Lines', 'Under messages');
  const root = await post(ann, 'Who *brings* cake?');
  await bob.openRoom('Lines');
  await expect(bob.getArticle('brings')).toBeVisible();
  await bob.page.goto('/');
  await post(ann, 'Meanwhile');
  await bob.page.goto(`/chat/${ann.roomId}?conversation=${root}`);
  const heading = bob.page.getByRole('heading', { name: 'Who brings cake?' });
  await expect(heading).toBeVisible();
  await expect(bob.page.getByText('Replying in this conversation')).toBeVisible();
  const follow = bob.page.getByRole('button', { name: 'Follow conversation' });
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await expectNoViolations(bob.page, 'a conversation with its bar');
  await bob.page.getByRole('button', { name: 'Back to all messages' }).click();
  await expect(bob.getArticle('Meanwhile')).toBeVisible();

  await post(bob, 'I do', root);
  const line = ann.page.getByRole('link', { name: /^1 reply/ });
  await expect(line).toBeVisible();
  await bob.page.goto('/');
  await post(ann, 'Thank you', root);
  await post(ann, 'Outside');
  await bob.page.goto(`/chat/${ann.roomId}?conversation=${root}`);
  await expect(bob.getArticle('Thank you')).toBeVisible();
  await expect(bob.page.getByRole('separator', { name: 'New messages' })).toBeVisible();
  await expect(bob.page, 'only the message outside is unread').toHaveTitle('(1) Lines · Snug');
  await bob.page.getByRole('button', { name: 'Back to all messages' }).click();
  await expect(bob.getArticle('Outside')).toBeVisible();
  const next = bob.page
    .getByRole('separator', { name: 'New messages' })
    .locator('xpath=following-sibling::*[1]');
  await expect(next, 'replies that were read there are not new').toContainText('Outside');
  const twoReplies = bob.page.getByRole('link', { name: '2 replies', exact: true });
  await twoReplies.click();
  await expect(heading).toBeVisible();
  await bob.page.goBack();
  await expect(twoReplies).toBeVisible();
});

test('the heading of a conversation names its first message as it is now', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, bob] = [await person('Ann Alder'), await person('Bob Birch')];
  const { page } = ann;
  await ann.createRoom('Headings', 'Of conversations');
  const { roomId } = ann;
  const run = (who: ChatPage, name: string, input: object) =>
    sendCommand(new URL(page.url()).origin, who.page.context(), name, input);
  const profile = (await run(bob, 'set_nickname', { name: 'Bob Birch' })) as { person: { uid: string } };
  const { uid } = profile.person;
  const open = async (rootId: string, heading: string) => {
    await page.goto(`/chat/${roomId}?conversation=${rootId}`);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  };
  await new UploadDialog(page).sendFiles(png('garden.png', 320, 200));
  await expect(ann.articles.last().locator('time').first()).toBeAttached();
  const picture = (await ann.articles.last().getAttribute('id')) ?? '';
  await post(bob, 'Nice', picture, roomId);
  await open(picture, 'Photo · garden.png');
  await expectNoViolations(page, 'a conversation about a picture');

  const mentions = [{ uid, start: 0, length: 10 }];
  const input = { roomId, text: '@Bob Birch brings **cake**\nand forks', mentions };
  const { message } = (await run(ann, 'send_message', input)) as { message: { id: string } };
  await post(bob, 'I do', message.id, roomId);
  await open(message.id, '@Bob Birch brings cake');
  await run(bob, 'set_nickname', { name: 'Benno' });
  await page.reload();
  await open(message.id, '@Benno brings cake');
  await run(ann, 'delete_message', { roomId, messageId: message.id });
  await expect(page.getByRole('heading', { name: 'Message deleted' })).toBeVisible();

  const [rude, plain] = [
    await post(bob, 'Rude words', undefined, roomId),
    await post(bob, 'Hello', undefined, roomId),
  ];
  for (const id of [rude, plain]) await post(ann, 'Well', id, roomId);
  await open(rude, 'Rude words');
  await run(ann, 'remove_message', { roomId, messageId: rude });
  await expect(page.getByRole('heading', { name: 'Message removed' })).toBeVisible();
  await open(plain, 'Hello');
  await run(ann, 'set_block', { uid, blocked: true });
  await expect(page.getByRole('heading', { name: 'Message from someone you blocked' })).toBeVisible();
});
