import { type RefObject, useEffect } from 'react';
import { applyEdit } from './apply-edit.ts';
import { findFormat } from './format-keys.ts';
import { type Format, formatText } from './format-text.ts';

/** Adds the shortcuts to the field, and returns what they do. */
export function useFormatting(box: RefObject<HTMLTextAreaElement | null>): (format: Format) => void {
  useEffect(() => {
    const { current } = box;
    const onKeyDown = (event: KeyboardEvent) => {
      const format = event.isComposing || event.keyCode === 229 ? undefined : findFormat(event);
      if (!current || !format || (format === 'link' && current.selectionStart === current.selectionEnd))
        return;
      event.preventDefault();
      // Ctrl+K is also a shortcut of the page.
      event.stopPropagation();
      apply(current, format);
    };
    current?.addEventListener('keydown', onKeyDown);
    return () => current?.removeEventListener('keydown', onKeyDown);
  }, [box]);
  return format => box.current && apply(box.current, format);
}

function apply(box: HTMLTextAreaElement, format: Format): void {
  const { value, selectionStart: start, selectionEnd: end } = box;
  applyEdit(box, formatText(value, { start, end }, format));
}
