import type { KeyboardEvent } from 'react';

export function isTouchDevice(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

/** Enter without Shift, and not as the end of a composition in an input method (keyCode 229). */
export function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  const isComposing = nativeEvent.isComposing || nativeEvent.keyCode === 229;
  return key === 'Enter' && !shiftKey && !isComposing && !isTouchDevice();
}
