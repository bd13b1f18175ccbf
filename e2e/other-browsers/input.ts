import type { InputSource } from './browser.ts';
import type { Box } from './in-page.ts';

/** The code points of keys without a character (W3C WebDriver). */
const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

export function chord(names: readonly string[]): InputSource[] {
  const values = names.map(name => KEYS[name] ?? name);
  const down = values.map(value => ({ type: 'keyDown', value }));
  const up = values.toReversed().map(value => ({ type: 'keyUp', value }));
  return [{ type: 'key', id: 'keys', actions: [...down, ...up] }];
}

export function typeText(text: string): InputSource[] {
  const actions = Array.from(text).flatMap(value => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keys', actions }];
}

/** `time`: the duration of the press, ms. */
export function press(box: Box, pointerType: 'mouse' | 'touch', time = 0): InputSource[] {
  return pointer(pointerType, [
    toPointerMove(getCenter(box)),
    { type: 'pointerDown', button: 0 },
    { type: 'pause', duration: time },
    { type: 'pointerUp', button: 0 },
  ]);
}

export function move(box: Box): InputSource[] {
  return pointer('mouse', [toPointerMove(getCenter(box))]);
}

/** Moves a finger by `deltaY` px, in steps like a real one. */
export function drag(box: Box, deltaY: number): InputSource[] {
  const { x, y } = getCenter(box);
  const steps = Array.from({ length: 10 }, (_, step) =>
    toPointerMove({ x, y: y + (deltaY * (step + 1)) / 10 }, 20),
  );
  return pointer('touch', [
    toPointerMove({ x, y }),
    { type: 'pointerDown', button: 0 },
    ...steps,
    { type: 'pointerUp', button: 0 },
  ]);
}

export function wheel(box: Box, deltaY: number): InputSource[] {
  const { x, y } = getCenter(box);
  const scroll = { type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY, duration: 0 };
  return [{ type: 'wheel', id: 'wheel', actions: [{ ...scroll, origin: 'viewport' }] }];
}

function pointer(pointerType: 'mouse' | 'touch', actions: readonly object[]): InputSource[] {
  return [{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions }];
}

function toPointerMove({ x, y }: { x: number; y: number }, duration = 0): object {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration, origin: 'viewport' };
}

function getCenter({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
