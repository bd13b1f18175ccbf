import { expect, NARROW, test } from './fixtures.ts';
import type { ChatPage } from './pages/chat-page.ts';
import { post } from './program.ts';

/** Scrolls up from the newest message by a part of what is in view. */
async function scrollUp({ messages }: ChatPage, part: number): Promise<void> {
  await messages.evaluate((log, part) => {
    log.scrollTo({ top: -log.clientHeight * part, behavior: 'instant' });
  }, part);
  await expect.poll(() => distance(messages)).toBeGreaterThan(part - 0.05);
}

/** How far the newest message is away, as a part of what is in view. */
function distance(messages: ChatPage['messages']): Promise<number> {
  return messages.evaluate(log => -log.scrollTop / log.clientHeight);
}

for (const [where, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['narrow', NARROW],
] as const) {
  test(`who reads near the newest message follows it, who reads further up is left alone, ${where}`, async ({
    person,
    server,
  }) => {
    const ann = await person('Ann', { viewport });
    await ann.createRoom('Scroll', 'Up and down');
    const roomId = ann.page.url().split('/').at(-1) ?? '';
    const say = (text: string) => post(server.url, ann.page.context(), 'send_message', { roomId, text });
    for (let line = 1; line <= 30; line++) await say(`Line ${line}\n\nwith words below`);
    await ann.page.reload();
    await expect(ann.article('Line 30')).toBeInViewport();
    expect(await distance(ann.messages), 'the newest is in view').toBeLessThan(0.01);

    await scrollUp(ann, 0.25);
    await say('Seen at once');
    await expect(ann.article('Seen at once')).toBeInViewport();

    await scrollUp(ann, 0.4);
    const row = ann.article('Line 28');
    const before = await row.boundingBox();
    await say('Seen later');
    await expect(ann.article('Seen later')).toBeAttached();
    await expect(ann.article('Seen later')).not.toBeInViewport();
    expect(await row.boundingBox(), 'nothing moves').toEqual(before);

    await ann.composer.fill('My own');
    await ann.send.click();
    await expect(ann.article('My own'), 'what one writes oneself is shown').toBeInViewport();
  });
}
