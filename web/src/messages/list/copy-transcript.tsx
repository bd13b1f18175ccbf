import { type RefObject, useEffect } from 'react';
import { CONTENT_SELECTOR, getRows } from '../scroll/scroll-anchor.ts';

/** Copies selected messages as a transcript with authors, without the labels of buttons. */
export function CopyTranscript({ list }: { list: RefObject<HTMLElement | null> }) {
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
  return null;
}

function getCopiedText(list: HTMLElement, selected: Range): string {
  const rows = Array.from(getRows(list))
    .filter(row => selected.intersectsNode(row))
    .map(row => ({
      row,
      content: getSelectedContent(row, selected),
      day: row.closest('section')?.querySelector<HTMLElement>('[data-date]')?.dataset.date,
    }))
    .filter(({ content }) => content !== '');
  if (rows.length <= 1) return rows[0]?.content ?? '';
  const hasDays = new Set(rows.map(({ day }) => day)).size > 1;
  return rows
    .map(({ row, content, day }, index) => {
      const isNewDay = hasDays && day !== rows[index - 1]?.day;
      const isHead = index === 0 || row.dataset.startsRun !== undefined;
      const lines = [isNewDay && day, isHead && row.ariaLabel, content].filter(Boolean);
      return (isHead && index > 0 ? '\n' : '') + lines.join('\n');
    })
    .join('\n');
}

function getSelectedContent(row: HTMLElement, selected: Range): string {
  const parts = Array.from(row.querySelectorAll<HTMLElement>(CONTENT_SELECTOR), part =>
    part.dataset.file === undefined
      ? getSelectedText(part, selected)
      : selected.intersectsNode(part) && part.dataset.file,
  );
  return parts.filter(Boolean).join('\n');
}

/** Each block begins on a new line. */
function getSelectedText(content: HTMLElement, selected: Range): string {
  const blocks = content.localName === 'p' ? [content] : Array.from(content.children);
  return blocks
    .map(block => getSelectionWithin(block, selected))
    .filter(text => text !== '')
    .reduce(
      (text, next) => text + (text === '' || text.endsWith('\n') || next.startsWith('\n') ? '' : '\n') + next,
      '',
    );
}

function getSelectionWithin(element: Element, selected: Range): string {
  if (!selected.intersectsNode(element)) return '';
  const part = document.createRange();
  part.selectNodeContents(element);
  if (part.compareBoundaryPoints(Range.START_TO_START, selected) < 0)
    part.setStart(selected.startContainer, selected.startOffset);
  if (part.compareBoundaryPoints(Range.END_TO_END, selected) > 0)
    part.setEnd(selected.endContainer, selected.endOffset);
  return part.toString();
}
