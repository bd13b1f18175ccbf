import { type RefObject, useEffect } from 'react';
import { getCopiedText } from './copied-text.ts';

/** Copies selected messages as a transcript with authors, without the labels of buttons. */
export function useCopyTranscript(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const { current } = list;
      const selection = getSelection();
      if (!current || !selection || selection.rangeCount === 0 || selection.isCollapsed) return;
      const selected = selection.getRangeAt(0);
      if (!current.contains(selected.startContainer)) return;
      const text = getCopiedText(current, selected);
      if (text === '') return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, [list]);
}
