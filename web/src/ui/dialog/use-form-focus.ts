import { type RefObject, useLayoutEffect } from 'react';
import { findFirstField } from './first-field.ts';

/**
 * For a form that replaces a button with the focus. Its first field takes the focus; `words`, which tell what the form does, take it if
 * there is none, and on touch screens, where a field would open the on-screen keyboard.
 */
export function useFormFocus(words: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const isTouch = matchMedia('(pointer: coarse)').matches;
    const field = isTouch ? null : findFirstField(words.current?.closest('form') ?? null);
    (field ?? words.current)?.focus();
  }, [words]);
}
