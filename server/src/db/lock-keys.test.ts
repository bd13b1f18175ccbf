import { expect, test } from 'vitest';
import { MUTATIONS } from '../commands/mutations.ts';
import { collectLockKeys } from './lock-keys.ts';

const send = (uid: string, input: object) => ({ mutation: 'send_message', caller: { uid }, input });

test('L1 a batch locks each room and person of its changes once, in a fixed order', () => {
  const jobs = [
    send('zoe', { roomId: 'b' }),
    send('ann', { roomId: 'b', fileId: 'f' }),
    send('ann', { roomId: 'a' }),
    { mutation: 'set_presences', caller: { uid: '' }, input: { changes: [{ uid: 'ann', state: 'online' }] } },
    { mutation: 'set_admin', caller: { uid: 'zoe' }, input: { roomId: 'a', uid: 'ann', admin: true } },
  ];
  const keys = ['person:ann', 'room:a', 'room:b'];
  expect(collectLockKeys(MUTATIONS, jobs)).toEqual(keys);
  expect(collectLockKeys(MUTATIONS, jobs.toReversed())).toEqual(keys);
});

test('a statement of the accounts library and an unknown mutation lock nothing', () => {
  const unknown = { mutation: 'unheard_of', caller: { uid: 'ann' }, input: {} };
  expect(collectLockKeys(MUTATIONS, [{ sql: 'delete from "sessions"', parameters: [] }, unknown])).toEqual(
    [],
  );
});
