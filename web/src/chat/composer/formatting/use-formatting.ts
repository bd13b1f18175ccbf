import type { Mention } from '@snug/protocol';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { applyEdit } from './apply-edit.ts';
import { findFormat } from './format-keys.ts';
import { type Format, formatText } from './format-text.ts';
import { includeMentions } from './include-mentions.ts';

/** Adds the shortcuts to the field, and returns what they do. */
export function useFormatting(
  box: RefObject<HTMLTextAreaElement | null>,
  getMentions: () => readonly Mention[],
): (format: Format) => void {
  const format = (format: Format) => box.current && apply(box.current, getMentions(), format);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { current } = box;
    const pressed = event.isComposing || event.keyCode === 229 ? undefined : findFormat(event);
    if (!current || !pressed || (pressed === 'link' && current.selectionStart === current.selectionEnd))
      return;
    event.preventDefault();
    // Ctrl+K is also a shortcut of the page.
    event.stopPropagation();
    format(pressed);
  });
  useEffect(() => {
    const { current } = box;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    current?.addEventListener('keydown', listener);
    return () => current?.removeEventListener('keydown', listener);
  }, [box]);
  return format;
}

function apply(box: HTMLTextAreaElement, mentions: readonly Mention[], format: Format): void {
  const { value, selectionStart: start, selectionEnd: end } = box;
  applyEdit(box, formatText(value, includeMentions({ start, end }, mentions), format));
}
