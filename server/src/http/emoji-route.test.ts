import { type CommandOutput, getEmojiPath, INITIAL_STATE_ID, type InitialState } from '@snug/protocol';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createTestApp } from '../testing/app.ts';

const STATE = new RegExp(`id="${INITIAL_STATE_ID}">(.*?)</script>`);

async function createGif(): Promise<Buffer> {
  const raw = { width: 30, height: 60, channels: 3 as const, pageHeight: 30 };
  return sharp(Buffer.alloc(30 * 60 * 3, 'abcdefg'), { raw })
    .gif()
    .toBuffer();
}

async function createSetup() {
  const setup = await createTestApp();
  const { app, cookie, upload, roomId } = setup;
  const run = async <Name extends 'add_emoji' | 'add_emoji_name' | 'send_message' | 'set_reaction'>(
    name: Name,
    body: object,
  ) => {
    const answer = await app.inject({ method: 'POST', url: `/api/${name}`, headers: { cookie }, body });
    return answer.json<CommandOutput<Name>>();
  };
  const fileId = (await upload(await createGif(), 'a.gif', setup.uid)).id;
  const { emoji } = await run('add_emoji', { name: 'spinner', fileId });
  return { ...setup, run, picture: emoji.picture ?? '', roomId };
}

test('CE2 both pictures of an animation are served to signed-in people, for good, and nothing else is', async () => {
  const { app, cookie, picture } = await createSetup();
  for (const still of [false, true]) {
    const url = getEmojiPath(picture, { still });
    expect((await app.inject({ url })).statusCode).toBe(401);
    const { statusCode, headers, rawPayload } = await app.inject({ url, headers: { cookie } });
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, max-age=31536000, immutable',
    ]);
    expect((await sharp(rawPayload).metadata()).pages ?? 1).toBe(still ? 1 : 2);
  }
  for (const file of [`${picture}.png`, picture, `${'0'.repeat(32)}.webp`, `${picture.toUpperCase()}.webp`])
    expect((await app.inject({ url: `/emoji/${file}`, headers: { cookie } })).statusCode).toBe(404);
});

test('CE5 a page has the emoji that its room shows, in texts and reactions', async () => {
  const { app, cookie, run, roomId, picture } = await createSetup();
  await run('add_emoji_name', { key: 'spinner', name: 'turning' });
  const readState = async () => {
    const { payload } = await app.inject({ url: `/chat/${roomId}`, headers: { cookie } });
    const [, json = '{}'] = STATE.exec(payload) ?? [];
    return (JSON.parse(json) as InitialState).emoji;
  };
  expect(await readState()).toEqual({ version: 2, rows: [] });
  const { message } = await run('send_message', { roomId, text: 'it is :turning: and :unknown:' });
  const spinner = { name: 'spinner', version: 1, picture, animated: true };
  const turning = { name: 'turning', version: 2, key: 'spinner' };
  expect(await readState()).toEqual({ version: 2, rows: [spinner, turning] });
  await run('set_reaction', { roomId, messageId: message.id, emoji: ':spinner:', on: true });
  expect(await readState()).toEqual({ version: 2, rows: [spinner, turning] });
});
