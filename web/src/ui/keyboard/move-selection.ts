import type { KeyboardEvent } from 'react';
import { leaveToInputMethod } from './leave-to-input-method.ts';

/** The index in a list of `count` options after an arrow key; undefined for other keys and while composing. */
export function moveSelection(event: KeyboardEvent, index: number, count: number): number | undefined {
  if (leaveToInputMethod(event.nativeEvent)) return undefined;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return undefined;
  event.preventDefault();
  return Math.max(0, Math.min(index + step, count - 1));
}
