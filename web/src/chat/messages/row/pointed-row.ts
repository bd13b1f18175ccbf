import { isTextField } from '../../../ui/keyboard/insert-typed.ts';
import styles from './message-actions.module.css';

/** After this long without input, only arrivals move the list below the pointer. */
const REST_MS = 1_000;

const INPUTS = ['mousemove', 'mousedown', 'wheel', 'keydown'] as const;

/**
 * Marks the row under the pointer, in place of `:hover`. Arrivals move the list below a pointer at rest, and the browser would show the
 * buttons of another row each time, with a second layout. The pointer marks a row again as soon as it moves.
 */
export class PointedRow {
  readonly #list: HTMLElement;
  #row: Element | null = null;
  /** As `timeStamp` of events. */
  #inputAt = 0;
  /** The row under the pressed pointer did not show its buttons. */
  #isBlind = false;

  constructor(list: HTMLElement) {
    this.#list = list;
  }

  attach(): () => void {
    const list = this.#list;
    const stop = new AbortController();
    const { signal } = stop;
    const onInput = ({ type, target, timeStamp }: Event) => {
      // While somebody types, only arrivals move the list.
      if (type === 'keydown' && isTextField(target as Element | null)) return;
      this.#inputAt = timeStamp;
    };
    for (const type of INPUTS)
      window.addEventListener(type, onInput, { capture: true, passive: true, signal });
    list.addEventListener('mousemove', ({ target }) => this.#mark(findRow(target)), { signal });
    list.addEventListener('mouseover', event => this.#onMouseOver(event), { signal });
    list.addEventListener('mouseleave', () => this.#mark(null), { signal });
    list.addEventListener('mousedown', event => this.#onMouseDown(event), { capture: true, signal });
    list.addEventListener('click', event => this.#onClick(event), { capture: true, signal });
    this.#mark(list.querySelector('article:hover'));
    return () => {
      stop.abort();
      this.#mark(null);
    };
  }

  #mark(row: Element | null): void {
    if (row === this.#row) return;
    this.#row?.removeAttribute('data-pointed');
    row?.setAttribute('data-pointed', '');
    this.#row = row;
  }

  /** Also without a movement of the pointer, when another element comes below it. */
  #onMouseOver({ target, timeStamp }: MouseEvent): void {
    this.#mark(timeStamp - this.#inputAt > REST_MS ? null : findRow(target));
  }

  #onMouseDown({ target }: MouseEvent): void {
    const row = findRow(target);
    this.#isBlind = row !== this.#row && row?.contains(document.activeElement) !== true;
    this.#mark(row);
  }

  /** A click on a hidden button shows it and does nothing else. */
  #onClick(event: MouseEvent): void {
    const { target, detail } = event;
    const isByPointer = detail > 0;
    if (!this.#isBlind || !isByPointer || !(target instanceof Element)) return;
    if (!target.closest(`.${styles['actions']}`)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function findRow(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('article') : null;
}
