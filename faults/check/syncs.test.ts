import { expect, test } from 'vitest';
import { checkSyncs } from './syncs.ts';

const ids = ['one'];

test('a result after its write and a sync is right, also if it is repeated', () => {
  const trace = [
    { did: 'write', ids },
    { did: 'sync' },
    { did: 'acknowledge', ids },
    { did: 'acknowledge', ids },
  ] as const;
  expect(checkSyncs(trace)).toEqual([]);
});

test('a result before its write or its sync is reported', () => {
  const problem = [{ fault: 'acknowledged before the sync', what: 'one' }];
  expect(checkSyncs([{ did: 'sync' }, { did: 'acknowledge', ids }])).toEqual(problem);
  expect(checkSyncs([{ did: 'write', ids }, { did: 'acknowledge', ids }, { did: 'sync' }])).toEqual(problem);
  expect(checkSyncs([{ did: 'sync' }, { did: 'write', ids }, { did: 'acknowledge', ids }])).toEqual(problem);
});
