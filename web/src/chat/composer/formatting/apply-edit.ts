import type { TextEdit } from './text-edit.ts';

let isApplying = false;

/** During an event of an edit that no person typed. */
export function isApplyingEdit(): boolean {
  return isApplying;
}

/** Unlike a new value, this keeps the browser's history for undo. */
export function applyEdit(box: HTMLTextAreaElement, { start, end, text, selected }: TextEdit): void {
  box.focus();
  box.setSelectionRange(start, end);
  if (start !== end || text !== '') {
    isApplying = true;
    const isDone =
      text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
    if (!isDone) {
      box.setRangeText(text, start, end);
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    isApplying = false;
  }
  box.setSelectionRange(selected.start, selected.end);
}
