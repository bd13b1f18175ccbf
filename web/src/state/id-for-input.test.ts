import { expect, test } from 'vitest';
import { IdForInput } from './id-for-input.ts';

test('an attempt has the id of the one before only if it asks for the same and that failed', () => {
  let count = 0;
  const ids = new IdForInput(() => String(++count));
  const open = { name: 'Quay', description: 'A place' };
  expect(ids.add(open)).toEqual({ ...open, id: '1' });
  expect(ids.add({ ...open })).toEqual({ ...open, id: '1' });
  const hidden = { ...open, kind: 'private' };
  expect(ids.add(hidden)).toEqual({ ...hidden, id: '2' });
  expect(ids.add(open)).toEqual({ ...open, id: '3' });
  ids.finish();
  expect(ids.add(open)).toEqual({ ...open, id: '4' });
});
