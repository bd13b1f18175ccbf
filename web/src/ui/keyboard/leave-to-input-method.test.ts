import { expect, test, vi } from 'vitest';
import { leaveToInputMethod } from './leave-to-input-method.ts';

function press(key: string, { isComposing = false, keyCode = 13 } = {}) {
  const preventDefault = vi.fn<() => void>();
  return [
    leaveToInputMethod({ key, isComposing, keyCode, preventDefault }),
    preventDefault.mock.calls.length,
  ];
}

test('an input method takes the keys of a composition, also the one that ends it', () => {
  expect(press('Enter', { isComposing: true, keyCode: 229 })).toEqual([true, 0]);
  expect(press('Enter', { keyCode: 229 }), 'Safari: no form may be submitted').toEqual([true, 1]);
  expect(press('Escape', { keyCode: 229 })).toEqual([true, 0]);
});

test('other keys are for the page', () => {
  expect(press('Enter')).toEqual([false, 0]);
  expect(press('Escape', { keyCode: 27 })).toEqual([false, 0]);
});
