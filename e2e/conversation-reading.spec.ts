import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

/** Like a program with an access token of the person. */
function command({ page }: ChatPage, name: string, input: object): Promise<unknown> {
  return sendCommand(new URL(page.url()).origin, page.context(), name, input);
}

async function post(chat: ChatPage, roomId: string, text: string, replyTo?: string): Promise<string> {
  const input = { roomId, text, ...(replyTo !== undefined && { replyTo }) };
  return ((await command(chat, 'send_message', input)) as { message: { id: string } }).message.id;
}

async function readUnread(chat: ChatPage, roomId: string): Promise<unknown> {
  const { reads } = (await command(chat, 'get_unread', { roomIds: [roomId] })) as {
    reads: Record<string, { unread: number; mentions?: number; readSeq: number }>;
  };
  const { unread, mentions = 0, readSeq } = reads[roomId] ?? {};
  return { unread, mentions, readSeq };
}

interface Way {
  device?: { viewport: typeof NARROW; hasTouch: boolean; isMobile: boolean };
  /** Opens a conversation by the link under the first message of the room. */
  openReplies: (chat: ChatPage, name: string | RegExp) => Promise<void>;
  send: (chat: ChatPage, text: string) => Promise<void>;
  press: (chat: ChatPage, name: string) => Promise<void>;
  /** From the list of rooms to the conversation with something new. */
  openNews: (chat: ChatPage, room: string, link: RegExp) => Promise<void>;
}

/** Presses the key until the control has the focus. */
async function moveFocus({ page }: ChatPage, key: string, name: string | RegExp): Promise<void> {
  const isThere = () =>
    page.locator(':focus').and(page.getByRole('link', { name }).or(page.getByRole('button', { name })));
  await expect(async () => {
    await page.keyboard.press(key);
    expect(await isThere().count()).toBe(1);
  }).toPass({ intervals: [0] });
}

const WAYS: Record<string, Way> = {
  mouse: {
    openReplies: ({ page }, name) => page.getByRole('link', { name }).click(),
    send: (chat, text) => chat.sendMessage(text),
    press: ({ page }, name) => page.getByRole('button', { name }).click(),
    openNews: async (chat, room, link) => {
      await chat.openRoom(room);
      await expectNew(chat, link);
      await chat.page.getByRole('link', { name: link }).click();
    },
  },
  touch: {
    device: { viewport: NARROW, hasTouch: true, isMobile: true },
    openReplies: ({ page }, name) => page.getByRole('link', { name }).tap(),
    send: async (chat, text) => {
      await chat.composer.fill(text);
      await chat.send.tap();
    },
    press: ({ page }, name) => page.getByRole('button', { name }).tap(),
    openNews: async (chat, room, link) => {
      await chat.getRoomLink(room).tap();
      await expectNew(chat, link);
      await chat.page.getByRole('link', { name: link }).tap();
    },
  },
  keyboard: {
    openReplies: async (chat, name) => {
      await chat.composer.focus();
      await chat.page.keyboard.press('Shift+Tab');
      await chat.page.keyboard.press('Shift+Tab');
      await expect(chat.articles.last()).toBeFocused();
      await chat.page.keyboard.press('Home');
      await expect(chat.articles.first()).toBeFocused();
      await moveFocus(chat, 'Tab', name);
      await chat.page.keyboard.press('Enter');
    },
    send: async (chat, text) => {
      await expect(chat.composer).toBeFocused();
      await chat.page.keyboard.type(text);
      await chat.page.keyboard.press('Enter');
    },
    press: async (chat, name) => {
      await moveFocus(chat, 'Shift+Tab', name);
      await chat.page.keyboard.press('Enter');
    },
    openNews: async chat => {
      const { page } = chat;
      await moveFocus(chat, 'Tab', 'Conversations, 1 new');
      await page.keyboard.press('Enter');
      const card = page.getByRole('main').getByRole('article');
      await expect(card).toContainText('1 new');
      await moveFocus(chat, 'Tab', 'Open conversation');
      await page.keyboard.press('Enter');
    },
  },
};

function expectNew({ page }: ChatPage, link: RegExp): Promise<void> {
  return expect(page.getByRole('link', { name: link })).toHaveAccessibleName(/, 1 new$/);
}

/** More than a room shows at its end: it opens at its "New" line, and its end stays unread. */
const OUTSIDE = Array.from({ length: 16 }, (_, index) => `Basket ${index + 1}.\nOn\nfour\nlines`);

for (const [where, way] of Object.entries(WAYS)) {
  test(`an answer in a conversation leaves what stands outside of it unread, and a reply is read there, by ${where}`, {
    tag: '@detail',
  }, async ({ person }) => {
    const [ada, ben] = [await person('Ada', way.device), await person('Ben')];
    await ada.createRoom('Market', 'Every Saturday');
    const { roomId } = ada;
    const { page } = ada;
    const root = await post(ada, roomId, 'Who opens the stall?');
    await ben.openRoom('Market');
    await post(ben, roomId, 'I can', root);
    const link = page.getByRole('link', { name: '1 reply', exact: true });
    await expect(link).toBeVisible();
    const read = { unread: 0, mentions: 0, readSeq: 2 };
    await expect.poll(() => readUnread(ada, roomId)).toEqual(read);

    await way.openReplies(ada, '1 reply');
    await expect(page.getByRole('heading', { name: 'Who opens the stall?' })).toBeVisible();
    await post(ben, roomId, 'The van is here');
    await post(ben, roomId, 'And so is the cheese');
    await expect.poll(() => readUnread(ada, roomId)).toMatchObject({ unread: 2, readSeq: 2 });
    await way.send(ada, 'At seven, please');
    await expect(ben.getArticle('At seven, please')).toBeVisible();
    expect(await readUnread(ada, roomId), 'her answer reads nothing').toMatchObject({
      unread: 2,
      readSeq: 2,
    });

    await post(ben, roomId, 'I will be there', root);
    await expect(ada.getArticle('I will be there')).toBeVisible();
    await expect
      .poll(() => readUnread(ada, roomId), 'the reply is read where she sees it')
      .toEqual({ unread: 2, mentions: 0, readSeq: 2 });

    await way.press(ada, 'Back to all messages');
    await expect(ada.getArticle('The van is here')).toBeVisible();
    const next = page
      .getByRole('separator', { name: 'New messages' })
      .locator('xpath=following-sibling::*[1]');
    await expect(next).toContainText('The van is here');
    await expect.poll(() => readUnread(ada, roomId)).toEqual({ unread: 0, mentions: 0, readSeq: 6 });
  });

  test(`who wrote in a conversation of somebody else learns that it goes on, by ${where}`, {
    tag: where === 'mouse' ? [] : '@detail',
  }, async ({ person }) => {
    const [ben, ada, cem] = [await person('Ben'), await person('Ada', way.device), await person('Cem')];
    await ben.createRoom('Orchard', 'Apples and pears');
    const { roomId } = ben;
    const { page } = ada;
    const root = await post(ben, roomId, 'Which tree first?');
    await post(cem, roomId, 'Good morning');
    await post(ada, roomId, 'The old one', root);
    await cem.openRoom('Orchard');
    await post(ben, roomId, 'Then the young ones', root);
    for (const text of OUTSIDE) await post(ben, roomId, text);
    await expect.poll(() => readUnread(ada, roomId)).toMatchObject({ unread: 17, mentions: 0 });
    await expect(
      page.getByRole('link', { name: 'Conversations, 1 new', exact: true }),
      'the number at "Conversations"',
    ).toBeVisible();

    await way.openNews(ada, 'Orchard', /^2 replies/);
    await expect(page.getByRole('heading', { name: 'Which tree first?' })).toBeVisible();
    const next = page
      .getByRole('separator', { name: 'New messages' })
      .locator('xpath=following-sibling::*[1]');
    await expect(next).toContainText('Then the young ones');
    await expect
      .poll(() => readUnread(ada, roomId), 'what stands outside of it stays unread')
      .toMatchObject({ unread: 16, mentions: 0 });
    await way.press(ada, 'Back to all messages');
    await expect(ada.getArticle('Basket 1.')).toBeAttached();
    await expect(page.getByRole('link', { name: /^2 replies/ })).toHaveAccessibleName('2 replies');
    expect(await command(ada, 'list_new_conversations', {})).toMatchObject({ conversations: [] });

    await expect(cem.getArticle('Basket 16.')).toBeAttached();
    await expect(
      cem.page.getByRole('link', { name: '2 replies', exact: true }),
      'nothing is new for people who do not follow it',
    ).toBeVisible();
    await expect(cem.page.getByRole('link', { name: 'Conversations', exact: true })).toBeVisible();
  });
}

test('"Follow conversation" and "Unfollow conversation" are in the menu of every message, also offline', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Choir', 'On Mondays');
  const { roomId } = ann;
  const root = await post(ann, roomId, 'Which song?');
  await ben.page.goto(`/chat/${roomId}`);
  const choose = async (text: string, name: string) => {
    await ben.getArticle(text).last().click({ button: 'right' });
    await ben.page.getByRole('menuitem', { name }).click();
  };
  const expectToast = (text: string) =>
    expect(ben.page.getByRole('status').filter({ hasText: text })).toBeVisible();
  const isFollowed = async () => {
    const input = { roomId, rootIds: [root] };
    const { rootIds } = (await command(ben, 'get_follows', input)) as { rootIds: string[] };
    return rootIds.includes(root);
  };
  await expect(ben.getArticle('Which song?')).toBeVisible();
  await choose('Which song?', 'Follow conversation');
  await expectToast('You now follow this conversation');
  expect(await isFollowed()).toBe(true);
  await post(ann, roomId, 'The slow one?', root);
  await choose('The slow one?', 'Unfollow conversation');
  await expectToast('You no longer follow this conversation');
  expect(await isFollowed(), 'a reply stands for its conversation').toBe(false);

  await ben.page.context().setOffline(true);
  await expect(ben.page.getByText('Reconnecting...')).toBeVisible();
  await choose('The slow one?', 'Follow conversation');
  await ben.getArticle('Which song?').first().click({ button: 'right' });
  await expect(ben.page.getByRole('menuitem', { name: 'Unfollow conversation' })).toBeVisible();
  await ben.page.keyboard.press('Escape');
  await ben.page.context().setOffline(false);
  await expect.poll(isFollowed).toBe(true);
});

test('"Mark unread from here" in a conversation marks what follows as unread, there and in the room', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Garden', 'Green');
  const { roomId } = ann;
  const root = await post(ann, roomId, 'What grows?');
  await ben.page.goto(`/chat/${roomId}`);
  await expect(ben.getArticle('What grows?')).toBeVisible();
  await ben.joinRoom();
  for (const text of ['Beans', 'Peas']) await post(ann, roomId, text, root);
  await post(ann, roomId, 'Outside');
  await expect.poll(() => readUnread(ben, roomId)).toMatchObject({ unread: 0, readSeq: 4 });
  await ben.page.goto(`/chat/${roomId}?conversation=${root}`);
  await expect(ben.getArticle('Peas')).toBeVisible();
  await ben.getArticle('Peas').click({ button: 'right' });
  await ben.page.getByRole('menuitem', { name: 'Mark unread from here' }).click();
  await expect(ben.page).toHaveTitle('(2) Garden · Snug');
  await post(ann, roomId, 'Carrots', root);
  await expect(ben.getArticle('Carrots')).toBeVisible();
  await expect(ben.page, 'the hold covers the conversation').toHaveTitle('(3) Garden · Snug');

  await ben.page.reload();
  await expect(ben.getArticle('Carrots')).toBeVisible();
  const next = ben.page
    .getByRole('separator', { name: 'New messages' })
    .locator('xpath=following-sibling::*[1]');
  await expect(next).toContainText('Peas');
  await expect(ben.page, 'opened again, it reads its replies').toHaveTitle('(1) Garden · Snug');
  await ben.page.getByRole('button', { name: 'Follow conversation' }).click();
  await ben.page.getByRole('button', { name: 'Back to all messages' }).click();
  await expect(next).toContainText('Outside');
  await ben.getArticle('Beans').click({ button: 'right' });
  await ben.page.getByRole('menuitem', { name: 'Mark unread from here' }).click();
  await expect(ben.page).toHaveTitle('(4) Garden · Snug');
  await expect(next).toContainText('Beans');
  await expect(ben.page.getByRole('link', { name: '3 replies, 3 new', exact: true })).toBeVisible();
});
