/** More than people type before a dialog opens. */
const MAX_LENGTH = 50;

/** Otherwise keys before the field has the focus would go to the previous field, and Enter would send its text. */
export class TypeAhead {
  #text = '';
  #isCapturing = false;

  start(): void {
    this.#text = '';
    if (!this.#isCapturing) window.addEventListener('keydown', this.#onKeyDown, { capture: true });
    this.#isCapturing = true;
  }

  stop(): string {
    window.removeEventListener('keydown', this.#onKeyDown, { capture: true });
    const text = this.#text;
    this.#isCapturing = false;
    this.#text = '';
    return text;
  }

  readonly #onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    if (key === 'Escape') this.stop();
    if (ctrlKey || metaKey || altKey || isComposing) return;
    if (key.length > 1 && key !== 'Backspace' && key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Backspace') this.#text = this.#text.slice(0, -1);
    else if (key.length === 1 && this.#text.length < MAX_LENGTH) this.#text += key;
  };
}
