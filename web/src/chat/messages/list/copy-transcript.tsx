import { type RefObject, useEffect } from 'react';
import { CONTENT_SELECTOR, getRows } from '../scroll/scroll-anchor.ts';
import { toCleanHtml } from './copied-html.ts';
import { toPlainText } from './copied-text.ts';
import { cloneSelected } from './selected-part.ts';

/** Copies selected messages as a transcript with authors, without the labels of buttons. */
export function CopyTranscript({ list }: { list: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const { current } = list;
      const selection = getSelection();
      if (!current || !selection || selection.rangeCount === 0 || selection.isCollapsed) return;
      const selected = selection.getRangeAt(0);
      if (!current.contains(selected.startContainer)) return;
      const { text, html } = getCopied(current, selected);
      if (text === '') return;
      event.clipboardData?.setData('text/plain', text);
      // The composer adds no blank lines around the quotes and lists in it.
      event.clipboardData?.setData('text/html', `<div data-lines="all">${html}</div>`);
      event.preventDefault();
    };
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, [list]);
  return null;
}

interface Copied {
  text: string;
  html: string;
}

function getCopied(list: HTMLElement, selected: Range): Copied {
  const rows = Array.from(getRows(list))
    .filter(row => selected.intersectsNode(row))
    .map(row => ({
      row,
      content: getSelectedContent(row, selected),
      day: row.closest('section')?.querySelector<HTMLElement>('[data-date]')?.dataset.date,
    }))
    .filter(({ content }) => content.text !== '');
  if (rows.length <= 1) return rows[0]?.content ?? { text: '', html: '' };
  const hasDays = new Set(rows.map(({ day }) => day)).size > 1;
  const parts = rows.map(({ row, content, day }, index) => {
    const isNewDay = hasDays && day !== rows[index - 1]?.day;
    const isHead = index === 0 || row.dataset.startsRun !== undefined;
    const heads = [...(isNewDay && day ? [day] : []), ...(isHead && row.ariaLabel ? [row.ariaLabel] : [])];
    const isApart = isHead && index > 0;
    return {
      text: (isApart ? '\n' : '') + [...heads, content.text].join('\n'),
      html: (isApart ? '<div><br></div>' : '') + heads.map(head => toLine(head)).join('') + content.html,
    };
  });
  return { text: parts.map(({ text }) => text).join('\n'), html: parts.map(({ html }) => html).join('') };
}

function getSelectedContent(row: HTMLElement, selected: Range): Copied {
  const parts = Array.from(row.querySelectorAll<HTMLElement>(CONTENT_SELECTOR), (part): Copied => {
    const { file } = part.dataset;
    if (file !== undefined)
      return selected.intersectsNode(part) ? { text: file, html: toLine(file) } : { text: '', html: '' };
    const copy = cloneSelected(part, selected);
    return { text: copy ? toPlainText(copy) : '', html: copy ? toHtml(toCleanHtml(copy)) : '' };
  }).filter(({ text }) => text !== '');
  return { text: parts.map(({ text }) => text).join('\n'), html: parts.map(({ html }) => html).join('') };
}

function toLine(text: string): string {
  const line = document.createElement('div');
  line.textContent = text;
  return line.outerHTML;
}

function toHtml(fragment: DocumentFragment): string {
  const parent = document.createElement('div');
  parent.append(fragment);
  return parent.innerHTML;
}
