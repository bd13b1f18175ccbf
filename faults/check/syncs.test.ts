import { expect, test } from 'vitest';
import { checkSyncs } from './syncs.ts';

const ids = ['one'];

test('an answer after its write and a sync is fine, also one that is given again', () => {
  const trace = [
    { did: 'write', ids },
    { did: 'sync' },
    { did: 'answer', ids },
    { did: 'answer', ids },
  ] as const;
  expect(checkSyncs(trace)).toEqual([]);
});

test('an answer is named that came before its write or its sync', () => {
  const problem = [{ fault: 'answered before the sync', what: 'one' }];
  expect(checkSyncs([{ did: 'sync' }, { did: 'answer', ids }])).toEqual(problem);
  expect(checkSyncs([{ did: 'write', ids }, { did: 'answer', ids }, { did: 'sync' }])).toEqual(problem);
  expect(checkSyncs([{ did: 'sync' }, { did: 'write', ids }, { did: 'answer', ids }])).toEqual(problem);
});
