/** Dispatched on a field that takes text in another way. Its `detail` is the text. */
export const TYPED_EVENT = 'snug:typed';

const NO_TEXT_TYPES = /^(?:button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/;

export function isTextField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  if (element instanceof HTMLInputElement) return !NO_TEXT_TYPES.test(element.type);
  return element instanceof HTMLTextAreaElement;
}

/** Inserts at the caret what was typed for a field before it had the focus. In a field of one line, a line break is the key Enter. */
export function insertTyped(field: Element, text: string): void {
  if (text === '' || !isTextField(field)) return;
  const isLine = field instanceof HTMLInputElement;
  const [typed = '', ...rest] = isLine ? text.split('\n') : [text];
  const isOwn = !field.dispatchEvent(new CustomEvent(TYPED_EVENT, { detail: typed, cancelable: true }));
  // Unlike a new value, this keeps the browser's history for undo.
  if (!isOwn && typed !== '' && !document.execCommand('insertText', false, typed))
    replaceSelection(field, typed);
  // After the field has rendered its text.
  if (rest.length > 0) setTimeout(() => pressEnter(field));
}

function replaceSelection(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // Fields for numbers and addresses have no selection.
  if (field.selectionStart === null) return;
  field.setRangeText(text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function pressEnter(field: HTMLInputElement | HTMLTextAreaElement): void {
  const init = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
  if (field.dispatchEvent(new KeyboardEvent('keydown', init))) field.form?.requestSubmit();
}
