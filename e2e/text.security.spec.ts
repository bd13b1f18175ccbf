import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { cleanName } from '@snug/protocol';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { NARROW, WIDE } from '@snug/testkit/browser/viewports.ts';
import { sampleCases } from '@snug/testkit/test-scope.ts';
import { expect, PASSWORD, test } from './fixtures.ts';
import { BIDI_ESCAPING_NAME, HOSTILE_TEXTS } from './hostile-texts.ts';

/** Signs up a person without a browser, who sends commands. */
async function createPerson(url: string, name: string, index: number) {
  const post = (path: string, body: BodyInit, headers = {}) =>
    fetch(`${url}/api/${path}`, { method: 'POST', headers: { origin: url, ...headers }, body });
  const json = { 'content-type': 'application/json' };
  const person = { name, email: `person-${index}@snug.example`, password: PASSWORD };
  const signedUp = await post('auth/sign-up/email', JSON.stringify(person), json);
  const cookie = signedUp.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ');
  const answerOf = async (answer: Response) => {
    if (!answer.ok) throw new Error(`${JSON.stringify(name)}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    do: async <Output>(command: string, input: object): Promise<Output> =>
      answerOf(await post(command, JSON.stringify(input), { ...json, cookie })) as Promise<Output>,
    upload: async (fileName: string): Promise<{ id: string; name: string }> =>
      answerOf(
        await post(`files?${new URLSearchParams({ name: fileName })}`, 'hello', {
          'content-type': 'application/octet-stream',
          cookie,
        }),
      ) as Promise<{ id: string; name: string }>,
  };
}

/** A person of that name creates a room with a message and a file, all with the same text. */
async function fillRoom(url: string, words: string, index: number) {
  const author = await createPerson(url, words, index);
  const { room } = await author.do<{ room: { id: string } }>('create_room', {
    name: words,
    description: words,
  });
  const file = await author.upload(words);
  await author.do('send_message', { roomId: room.id, fileId: file.id });
  await author.do('send_message', { roomId: room.id, text: words });
  return { roomId: room.id, fileName: file.name };
}

async function expectNoHarm(page: Page, words: string): Promise<void> {
  const found = await page.evaluate(() => ({
    pwned: 'pwned' in window,
    scripts: document.querySelectorAll('script:not([src]), iframe, [onload], [onerror], [onmouseover]')
      .length,
    links: [...document.querySelectorAll('a')].filter(({ protocol }) => !/^(https?|mailto):$/.test(protocol))
      .length,
    excess: document.documentElement.scrollWidth - innerWidth,
    wide: [...document.querySelectorAll('[role="log"], [role="dialog"], nav')]
      .filter(place => place.scrollWidth > place.clientWidth)
      .map(place => place.getAttribute('aria-label') ?? place.role),
  }));
  expect(found, words).toEqual({ pwned: false, scripts: 0, links: 0, excess: 0, wide: [] });
}

/** Opens an overlay, reads its text and closes it. */
async function readOverlay(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectNoHarm(page, button);
  const text = (await dialog.textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return text;
}

test('V2 hostile texts show unchanged in every field and place, and execute nothing', {
  tag: '@own-server',
}, async ({ server, person }) => {
  const ben = await person('Ben', { viewport: WIDE });
  const { page } = ben;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const rooms = await Promise.all(
    sampleCases(HOSTILE_TEXTS).map(async (words, index) => ({
      words,
      ...(await fillRoom(server.url, words, index)),
    })),
  );
  // So high that the list draws all rows.
  await page.setViewportSize({ ...WIDE, height: 2_600 });
  await expect(ben.rooms.getByRole('link')).toHaveCount(rooms.length);
  for (const [index, { words, roomId, fileName }] of rooms.entries()) {
    const name = cleanName(words);
    await page.setViewportSize({ ...WIDE, height: 2_600 });
    const item = ben.rooms.locator(`a[href="/chat/${roomId}"]`);
    await item.click();
    // The list adds no rows while the pointer rests on it.
    await page.mouse.move(0, 0);
    await expect(ben.articles).toHaveCount(2);
    const places = await page.evaluate(roomId => {
      const text = (selector: string) => document.querySelector(selector)?.textContent;
      const [file, message] = document.querySelectorAll('[role="log"] article');
      return {
        item: document.querySelector(`nav a[href="/chat/${roomId}"]`)?.textContent,
        heading: text('h1[dir="auto"]'),
        author: file?.querySelector('[dir="auto"]')?.textContent,
        label: file?.getAttribute('aria-label'),
        file: file?.querySelector('a[download]')?.getAttribute('aria-label'),
        fileName: file?.textContent,
        message: message?.querySelector('p[dir="auto"]')?.textContent,
      };
    }, roomId);
    expect(places).toMatchObject({
      item: expect.stringContaining(words),
      heading: name,
      author: name,
      label: expect.stringContaining(name),
      file: `Download ${fileName}`,
      fileName: expect.stringContaining(fileName),
      message: words,
    });
    expect(await page.title()).toContain(name.split(/\s/)[0]);
    await expectNoHarm(page, words);
    if (index % 3 === 0) {
      expect(await readOverlay(page, 'Room Information')).toContain(`About ${name}`);
      expect(await readOverlay(page, 'People')).toContain(`People in ${name}`);
    }
    await page.setViewportSize(NARROW);
    await expectNoHarm(page, words);
  }
});

test("V2 a person's own input shows unchanged in toasts, dialogs and the Dashboard", {
  tag: ['@own-server', '@detail'],
}, async ({ person }) => {
  const ben = await person('Ben');
  const dashboard = new DashboardPage(ben.page);
  for (const words of ['<img src=x onerror="window.pwned = 1">', 'evil\u202egnp.exe']) {
    await ben.page.getByRole('button', { name: 'Create new chat room' }).click();
    const dialog = ben.page.getByRole('dialog', { name: 'New chat room' });
    await dialog.getByRole('textbox', { name: 'Room name' }).fill(words);
    await dialog.getByRole('textbox', { name: 'Description' }).fill(words);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const toast = ben.page.getByRole('status').filter({ hasText: 'has been created' }).last();
    await expect(toast).toContainText(cleanName(words));
    await ben.sendMessage(words);
    await expect(ben.getArticle(words)).toHaveCount(1);
    await dashboard.open();
    await dashboard.rename(words);
    await expect(dashboard.dialog.getByText('Hey, ')).toHaveText(`Hey, ${cleanName(words)}`);
    await expectNoHarm(ben.page, words);
    await ben.page.keyboard.press('Escape');
  }
  expect(await ben.page.title()).toBe('evilgnp.exe · Snug');
});

test('V2 a name does not change the direction of the text next to it', {
  tag: ['@own-server', '@detail'],
}, async ({ server, person }) => {
  const { roomId } = await fillRoom(server.url, 'Eve', 0);
  // As a server of an earlier release stored it.
  const database = new DatabaseSync(join(server.data, 'snug.db'));
  for (const table of ['users', 'rooms'])
    database.prepare(`update "${table}" set "name" = ? where "name" = 'Eve'`).run(BIDI_ESCAPING_NAME);
  database.close();
  const { page, ...ben } = await person('Ben');
  await page.goto(`/chat/${roomId}`);
  await expect(ben.articles).toHaveCount(2);
  await page.getByRole('button', { name: 'Room Information' }).click();
  const title = page.getByRole('dialog').getByRole('heading');
  const before = await title.evaluate(title => {
    const place = (node: Node, at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    const [about, name] = title.childNodes;
    return [place(about as Node, 0), place(about as Node, 1), (name as Element).getBoundingClientRect().left];
  });
  expect(before, 'from left to right').toEqual(before.toSorted((a, b) => a - b));
  await page.keyboard.press('Escape');
  // In the list of rooms, the author is before the text.
  const item = page.locator(`nav a[href="/chat/${roomId}"]`);
  const turned = await item.locator('bdi').evaluate(name => {
    const box = name.getBoundingClientRect();
    const next = name.parentElement?.nextElementSibling?.getBoundingClientRect();
    return next && next.left < box.right - 1;
  });
  expect(turned).toBe(false);
});

test('V2 words of any length wrap, and nothing is wider than the page', {
  tag: ['@own-server', '@detail'],
}, async ({ server, person }) => {
  const author = await createPerson(server.url, 'W'.repeat(80), 0);
  const { room } = await author.do<{ room: { id: string } }>('create_room', {
    name: 'W'.repeat(80),
    description: 'W'.repeat(1_000),
  });
  const file = await author.upload(`${'W'.repeat(251)}.txt`);
  await author.do('send_message', { roomId: room.id, fileId: file.id });
  const link = `https://a.example/${'W'.repeat(10_000 - 18)}`;
  for (const text of ['W'.repeat(10_000), link, 'ﷺ'.repeat(10_000)])
    await author.do('send_message', { roomId: room.id, text });
  const ben = new ChatPage((await person('Ben')).page);
  await ben.page.emulateMedia({ reducedMotion: 'reduce' });
  for (const viewport of [WIDE, NARROW]) {
    await ben.page.setViewportSize(viewport);
    await ben.page.goto(`/chat/${room.id}`);
    await expect(ben.articles).toHaveCount(4);
    await expectNoHarm(ben.page, `long words at ${viewport.width}`);
    for (const overlay of ['Room Information', 'People']) await readOverlay(ben.page, overlay);
    await readOverlay(ben.page, 'W'.repeat(80));
  }
  const shown = ben.messages.getByRole('link', { name: link });
  await expect(shown).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(shown).toHaveAttribute('target', '_blank');
});

test('V3 a link shows its destination, opens in a new tab, and nothing is fetched before', async ({
  person,
}) => {
  const ann = await person('Ann');
  const asked: string[] = [];
  await ann.page.context().route(/evil\.example/, route => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>there</title>' });
  });
  await ann.createRoom('Links', 'To everywhere');
  await ann.sendMessage('see https://bank.example@evil.example/a, and javascript:alert(1)');
  const link = ann.messages.getByRole('link', { name: 'https://bank.example@evil.example/a' });
  await expect(link).toHaveText('https://bank.example@evil.example/a');
  expect(await link.evaluate(link => getComputedStyle(link, '::after').content)).toBe('" [evil.example]"');
  await expect(ann.messages.getByRole('link')).toHaveCount(1);
  expect(asked).toEqual([]);
  const [opened] = await Promise.all([ann.page.waitForEvent('popup'), link.click()]);
  await expect(opened).toHaveTitle('there');
  expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
});
