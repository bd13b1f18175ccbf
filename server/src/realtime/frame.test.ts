import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { createFrame, prependPing } from './frame.ts';

// The parser of `ws`, which its types omit.
const { Receiver } = ws as unknown as { Receiver: new (options: { isServer: boolean }) => Writable };

async function read(bytes: Buffer): Promise<{ text: string; isBinary: boolean }> {
  const receiver = new Receiver({ isServer: false });
  const message = once(receiver, 'message') as Promise<[Buffer, boolean]>;
  receiver.write(bytes);
  const [data, isBinary] = await message;
  return { text: data.toString(), isBinary };
}

/** Creates content whose JSON has `length` bytes; `width`: bytes per character. */
function createContent(length: number, character: string, width: number): object {
  const rest = length - '{"a":""}'.length;
  return { a: character.repeat(Math.floor(rest / width)) + 'x'.repeat(rest % width) };
}

for (const length of [10, 125, 126, 127, 65_535, 65_536, 200_000]) {
  for (const [character, width] of [
    ['a', 1],
    ['é', 2],
    ['한', 3],
    ['👍', 4],
  ] as const) {
    test(`a frame of ${length} bytes of "${character}" is one WebSocket text frame`, async () => {
      const content = createContent(length, character, width);
      const { bytes, text } = createFrame(content);
      expect(text).toBe(JSON.stringify(content));
      expect(Buffer.byteLength(text)).toBe(length);
      expect(bytes.length - length).toBe(length < 126 ? 2 : length < 65_536 ? 4 : 10);
      expect(await read(bytes)).toEqual({ text, isBinary: false });
    });
  }
}

test('frames in one write are parsed one by one', async () => {
  const receiver = new Receiver({ isServer: false });
  const texts: string[] = [];
  receiver.on('message', (data: Buffer) => texts.push(String(data)));
  const frames = [createFrame({}), createFrame({ a: 'x'.repeat(300) }), createFrame({ b: 1 })];
  receiver.write(Buffer.concat(frames.map(({ bytes }) => bytes)));
  await expect.poll(() => texts).toEqual(frames.map(({ text }) => text));
});

test('a frame is encoded once for all receivers', () => {
  const frame = createFrame({ a: 1 });
  expect(frame.bytes).toBe(frame.bytes);
});

test('H1 a frame after a prepended ping is parsed as a ping and a frame', async () => {
  const receiver = new Receiver({ isServer: false });
  const read: string[] = [];
  receiver.on('ping', (payload: Buffer) => read.push(`ping ${payload.length}`));
  receiver.on('message', (text: Buffer) => read.push(text.toString()));
  receiver.write(prependPing(createFrame({ a: 1 })).bytes);
  await expect.poll(() => read).toEqual(['ping 0', '{"a":1}']);
});
