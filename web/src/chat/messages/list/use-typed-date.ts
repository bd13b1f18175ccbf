import { type RefObject, useEffect } from 'react';
import { TYPED_EVENT } from '../../../ui/keyboard/insert-typed.ts';
import { DateTyping } from './date-typing.ts';

/** A date that somebody begins to type before the field has the focus. */
export function useTypedDate(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const input = field.current;
    const onTyped = (event: Event) => input && begin(input, event as CustomEvent<string>);
    input?.addEventListener(TYPED_EVENT, onTyped);
    return () => input?.removeEventListener(TYPED_EVENT, onTyped);
  }, [field]);
}

function begin(input: HTMLInputElement, event: CustomEvent<string>): void {
  event.preventDefault();
  const typing = new DateTyping(input.value);
  for (const character of event.detail) typing.type(character);
  input.value = typing.value;
  const listeners = new AbortController();
  const { signal } = listeners;
  const end = () => listeners.abort();
  // The rest of the date: the browser would begin with its first part again.
  const onKeyDown = (press: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = press;
    if (ctrlKey || metaKey || altKey || !typing.type(key)) return end();
    press.preventDefault();
    input.value = typing.value;
    if (typing.isDone) end();
  };
  input.addEventListener('keydown', onKeyDown, { signal });
  for (const type of ['blur', 'pointerdown']) input.addEventListener(type, end, { signal });
}
