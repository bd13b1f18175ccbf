import { expect, test } from 'vitest';
import { decodeInTurn } from './sharp.ts';

test('pictures are decoded one at a time, in order, also after a failure', async () => {
  const events: string[] = [];
  const decode = (name: string) => async () => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
    if (name === 'two') throw new Error(name);
    return name;
  };
  const results = await Promise.allSettled(['one', 'two', 'three'].map(name => decodeInTurn(decode(name))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(events).toEqual(['one', 'two', 'three'].flatMap(name => [`${name} begins`, `${name} ends`]));
});
