import type { TextEdit } from './text-edit.ts';

/** Unlike a new value, this keeps the browser's history for undo. */
export function applyEdit(box: HTMLTextAreaElement, { start, end, text, selected }: TextEdit): void {
  box.focus();
  box.setSelectionRange(start, end);
  if (start !== end || text !== '') {
    const isDone =
      text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
    if (!isDone) {
      box.setRangeText(text, start, end);
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }
  box.setSelectionRange(selected.start, selected.end);
}
