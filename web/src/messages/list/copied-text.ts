import { CONTENT_SELECTOR, getRows } from '../scroll/scroll-anchor.ts';

/** What is copied of the messages in `list` of which something is selected; nothing where that is none of their words. */
export function getCopiedText(list: HTMLElement, selected: Range): string {
  const rows = Array.from(getRows(list))
    .filter(row => selected.intersectsNode(row))
    .map(row => ({
      row,
      words: getSelectedContent(row, selected),
      day: row.closest('section')?.querySelector<HTMLElement>('[data-date]')?.dataset.date,
    }))
    .filter(({ words }) => words !== '');
  if (rows.length <= 1) return rows[0]?.words ?? '';
  const hasDays = new Set(rows.map(({ day }) => day)).size > 1;
  return rows
    .map(({ row, words, day }, index) => {
      const isNewDay = hasDays && day !== rows[index - 1]?.day;
      const isHead = index === 0 || row.dataset.startsRun !== undefined;
      const lines = [isNewDay && day, isHead && row.ariaLabel, words].filter(Boolean);
      return (isHead && index > 0 ? '\n' : '') + lines.join('\n');
    })
    .join('\n');
}

/** The selected words of a row, and the names of its files. */
function getSelectedContent(row: HTMLElement, selected: Range): string {
  const parts = Array.from(row.querySelectorAll<HTMLElement>(CONTENT_SELECTOR), part =>
    part.dataset.file === undefined
      ? getSelectedText(part, selected)
      : selected.intersectsNode(part) && part.dataset.file,
  );
  return parts.filter(Boolean).join('\n');
}

/** As it was written, each block on lines of its own. */
function getSelectedText(words: HTMLElement, selected: Range): string {
  const blocks = words.localName === 'p' ? [words] : Array.from(words.children);
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
