import type { PushNotice } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidePush, NO_PUSH_STATE, type PushState } from './push-state.ts';

const HIDDEN = { isVisible: false, mustShow: false };
const VISIBLE = { isVisible: true, mustShow: false };
const APPLE = { isVisible: false, mustShow: true };

function createPush(seq: number, more: Partial<PushNotice> = {}, tag = 'room-kitchen') {
  const notice: PushNotice = { kind: 'room', tag, seq, path: '/', lines: [], count: 1, ...more };
  return { v: 1, epoch: 'first', ...notice } as const;
}

function createRead(read: Record<string, number>) {
  return { v: 1, epoch: 'first', read } as const;
}

function follow(...pushes: Parameters<typeof decidePush>[1][]): PushState {
  return pushes.reduce<PushState>((state, push) => decidePush(state, push, HIDDEN).state, NO_PUSH_STATE);
}

test('a push alerts if it is newer than what the device has shown, and a repetition replaces it without a sound', () => {
  expect(decidePush(NO_PUSH_STATE, createPush(7), HIDDEN).shown).toEqual({ isSilent: false });
  const state = follow(createPush(7));
  expect(decidePush(state, createPush(8), VISIBLE).shown).toEqual({ isSilent: false });
  expect(decidePush(state, createPush(7), VISIBLE).shown).toEqual({ isSilent: true });
  expect(decidePush(state, createPush(3, {}, 'room-attic'), HIDDEN).shown).toEqual({ isSilent: false });
});

test('a repetition of what the person dismissed, and an older push that comes late, show nothing', () => {
  const state = follow(createPush(7));
  expect(decidePush(state, createPush(7), HIDDEN).shown).toBeUndefined();
  expect(decidePush(state, createPush(6), VISIBLE).shown).toBeUndefined();
});

test('a push that comes after its messages are read shows nothing', () => {
  const state = follow(createPush(7), createRead({ 'room-kitchen': 9 }));
  expect(decidePush(state, createPush(9), HIDDEN).shown).toBeUndefined();
  expect(decidePush(state, createPush(10), HIDDEN).shown).toEqual({ isSilent: false });
  // Its own push says so, too.
  const both = { ...createPush(12), ...createRead({ 'room-kitchen': 12 }) };
  expect(decidePush(state, both, VISIBLE).shown).toBeUndefined();
});

test("on Apple's devices each push shows something, without a sound if it is old", () => {
  const state = follow(createPush(7), createRead({ 'room-kitchen': 7 }));
  expect(decidePush(state, createPush(5), APPLE).shown).toEqual({ isSilent: true });
  expect(decidePush(state, createPush(8), APPLE).shown).toEqual({ isSilent: false });
});

test('an update that the server marks as silent makes no sound, also if the first push never came', () => {
  expect(decidePush(NO_PUSH_STATE, createPush(7, { silent: true }), HIDDEN).shown).toEqual({
    isSilent: true,
  });
});

test('a push of another epoch forgets the numbers of the one before, and closes its notifications', () => {
  const state = follow(createPush(700), createRead({ 'room-attic': 900 }));
  const decision = decidePush(state, { ...createPush(3), epoch: 'restored' }, VISIBLE);
  expect(decision).toMatchObject({ isNewEpoch: true, shown: { isSilent: false } });
  expect(decision.state).toEqual({ epoch: 'restored', tags: { 'room-kitchen': { read: 0, shown: 3 } } });
});

test('the device remembers the 1,200 tags that changed last', () => {
  const pushes = Array.from({ length: 1_230 }, (_, index) => createPush(index + 1, {}, `room-${index}`));
  const { tags } = follow(...pushes, createRead({ 'room-40': 99 }));
  expect(Object.keys(tags)).toHaveLength(1_200);
  expect(tags['room-40']).toEqual({ read: 99, shown: 41 });
  expect(tags['room-20']).toBeUndefined();
  expect(tags['room-1229']).toEqual({ read: 0, shown: 1_230 });
});

test('a page that starts with 1,000 read rooms does not make the device forget what it shows', () => {
  const rooms = Array.from({ length: 1_000 }, (_, index) => [`room-${index}`, 5] as const);
  const state = follow(createPush(7), createPush(3, {}, 'reminder-1'), createRead(Object.fromEntries(rooms)));
  expect(decidePush(state, createPush(7), HIDDEN).shown).toBeUndefined();
  expect(decidePush(state, createPush(3, {}, 'reminder-1'), HIDDEN).shown).toBeUndefined();
});

test('in any order, with repetitions, nothing read is shown, and each number alerts once at most', () => {
  const step = fc.record({ isRead: fc.boolean(), seq: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      let state = NO_PUSH_STATE;
      let [read, isVisible] = [0, false];
      const alerts: number[] = [];
      const shownAfterRead: number[] = [];
      for (const { isRead, seq } of steps) {
        const push = isRead ? createRead({ 'room-kitchen': seq }) : createPush(seq);
        const { state: next, shown } = decidePush(state, push, { isVisible, mustShow: false });
        if (isRead) read = Math.max(read, seq);
        if (isRead && seq >= Math.max(0, ...alerts)) isVisible = false;
        if (shown && seq <= read) shownAfterRead.push(seq);
        if (shown?.isSilent === false) alerts.push(seq);
        isVisible ||= shown !== undefined;
        state = next;
      }
      expect(shownAfterRead).toEqual([]);
      expect(alerts).toEqual([...new Set(alerts)]);
    }),
  );
});
