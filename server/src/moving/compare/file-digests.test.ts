import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { FileDigests } from './file-digests.ts';

test('files in any order have the digest of what they are', () => {
  const digests = new FileDigests();
  const lines = Array.from({ length: 3_000 }, (_, index) => ({
    id: randomUUID(),
    name: `file ${index % 5}`,
  }));
  for (const line of lines) digests.add(line);
  const found = lines.map(({ id }) => digests.find(id));
  expect(new Set(found).size).toBe(5);
  expect(found.slice(5)).toEqual(found.slice(0, -5));
  expect(digests.find(randomUUID())).toBe(undefined);
});
