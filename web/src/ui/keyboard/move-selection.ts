import type { KeyboardEvent } from 'react';

/** The index in a list of `count` options after an arrow key; undefined for other keys and while composing. */
export function moveSelection(event: KeyboardEvent, index: number, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return undefined;
  event.preventDefault();
  return Math.max(0, Math.min(index + step, count - 1));
}
