import { Readable } from 'node:stream';
import { array, assert, asyncProperty, integer, jsonValue, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonPart, readJsonItems } from './read-json-items.ts';

async function read(text: string, chunkBytes = 7): Promise<JsonPart[]> {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  const parts: JsonPart[] = [];
  for await (const part of readJsonItems(Readable.from(chunks), 'messages')) parts.push(part);
  return parts;
}

test('the items are those of the whole file, wherever the chunks end', async () => {
  await assert(
    asyncProperty(
      array(jsonValue(), { maxLength: 6 }),
      record({ guild: string(), channel: jsonValue() }),
      integer({ min: 1, max: 40 }),
      integer({ min: 0, max: 2 }),
      async (messages, head, chunkBytes, indent) => {
        const tail = { messageCount: messages.length, other: [messages] };
        const text = JSON.stringify({ ...head, messages, ...tail }, null, indent);
        const { guild, channel } = JSON.parse(JSON.stringify(head)) as typeof head;
        expect(await read(text, chunkBytes)).toEqual([
          { kind: 'head', value: { guild, channel, messages: [] } },
          ...messages.map(value => ({ kind: 'item', value: JSON.parse(JSON.stringify(value)) as unknown })),
          { kind: 'tail', value: JSON.parse(JSON.stringify(tail)) as unknown },
        ]);
      },
    ),
    { numRuns: 300 },
  );
});

test('an item that nests too deeply has no value, and the others come', async () => {
  const deep = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;
  expect(await read(`{"messages":[1,{"a":${deep}},2]}`)).toEqual([
    { kind: 'head', value: { messages: [] } },
    { kind: 'item', value: 1 },
    { kind: 'item', value: undefined },
    { kind: 'item', value: 2 },
    { kind: 'tail', value: {} },
  ]);
});

test('a file that is cut has its whole items and no tail', async () => {
  const text = '{"guild":{"id":"1"},"messages":[{"id":"1"},{"id":"2","content":"a';
  expect(await read(text)).toEqual([
    { kind: 'head', value: { guild: { id: '1' }, messages: [] } },
    { kind: 'item', value: { id: '1' } },
    { kind: 'item', value: undefined },
  ]);
});

test('an item that is not JSON leaves the others as they are', async () => {
  const parts = await read('{"messages":[{"id":1},{id:2},{"id":3}]}');
  expect(parts.map(({ value }) => value)).toEqual([{ messages: [] }, { id: 1 }, undefined, { id: 3 }, {}]);
});

test('a file of something else has no parts', async () => {
  expect(await read('[{"messages":[1]}]')).toEqual([]);
  expect(await read('{"layers":[{"messages":[1]}]}')).toEqual([]);
  expect(await read('\ufeff{"messages":[1]}')).toHaveLength(3);
  expect(await read('not JSON at all }')).toEqual([]);
});
