import { strings } from '../../strings/strings.ts';
import hidden from '../text/visually-hidden.module.css';
import { insertTyped, isTextField } from './insert-typed.ts';

/** After this long without a change, an input method does not keep the text any longer. */
const MAX_PAUSE_MS = 3_000;

interface Catch {
  box: HTMLTextAreaElement;
  /** What had the focus. */
  from: Element | null;
  onCancel: () => void;
  /** Of the last one who asked for the keys. */
  owner?: object;
  isComposing: boolean;
  /** Runs when nothing is composed any more. */
  afterComposition?: (() => void) | undefined;
  timer?: ReturnType<typeof setTimeout>;
  listeners: AbortController;
}

let current: Catch | undefined;
let isByKey = false;
let fallback: HTMLElement | null = null;

window.addEventListener('keydown', () => (isByKey = true), { capture: true });
window.addEventListener('pointerdown', () => (isByKey = false), { capture: true });

/** Receives the keys for a field that did not open. */
export function setKeyFallback(field: HTMLElement | null): void {
  fallback = field;
}

/**
 * Takes the focus for a text field that is about to open, with a text field that also works for dead keys and input methods. Otherwise
 * these keys would go to the previous field, and Enter would send its text. `onCancel`: Escape was pressed. The returned function gives
 * the keys back if nothing took them.
 */
export function catchKeys(onCancel: () => void): () => void {
  // Elsewhere than on a keyboard, the focus would open the on-screen keyboard.
  if (!isByKey && matchMedia('(pointer: coarse)').matches) return () => {};
  current ??= start();
  current.onCancel = onCancel;
  const owner = {};
  current.owner = owner;
  // After React has rendered what is there instead.
  return () => queueMicrotask(() => current?.owner === owner && giveBack(current));
}

export function isCatchingKeys(): boolean {
  return current !== undefined;
}

/** What had the focus before the keys were caught. */
export function getFocusBefore(): Element | null {
  return current?.from ?? null;
}

/** Moves the focus and the caught keys to the field, after a composition has ended. Returns false if no keys are caught. */
export function passKeysTo(field: HTMLElement): boolean {
  const caught = current;
  if (!caught) return false;
  afterComposition(caught, () => {
    if (!field.isConnected) return giveBack(caught);
    const text = caught.box.value;
    // Before the focus moves, because the box holds it.
    stop(caught);
    field.focus();
    caught.box.remove();
    // React ignores changes of a field while it renders.
    queueMicrotask(() => insertTyped(field, text));
  });
  return true;
}

function giveBack(caught: Catch, { isCancelled = false } = {}): void {
  afterComposition(caught, () => {
    const { box } = caught;
    const field = isCancelled ? caught.from : findReceiver(caught);
    stop(caught);
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
    box.remove();
    if (field) insertTyped(field, box.value);
  });
}

function findReceiver({ from, box }: Catch): Element | null {
  if (isTextField(from) && from.isConnected) return from;
  const hasTyped = box.value !== '';
  // Otherwise the next letters would press the shortcuts of a message or a button.
  const mayTypeOn = isByKey && !from?.closest('[role$="dialog"]');
  return hasTyped || mayTypeOn ? (fallback ?? from) : from;
}

function start(): Catch {
  const box = document.createElement('textarea');
  Object.assign(box, { className: hidden.hidden, ariaLabel: strings.shell.loadingPage, tabIndex: -1 });
  const listeners = new AbortController();
  const caught: Catch = {
    box,
    from: document.activeElement,
    onCancel: () => {},
    isComposing: false,
    listeners,
  };
  const { signal } = listeners;
  box.addEventListener('keydown', event => onKeyDown(caught, event), { signal });
  box.addEventListener('compositionstart', () => (caught.isComposing = true), { signal });
  box.addEventListener('compositionend', () => onCompositionEnd(caught), { signal });
  box.addEventListener('input', () => waitForPause(caught), { signal });
  let isByPointer = false;
  window.addEventListener('pointerdown', () => (isByPointer = true), { signal, capture: true });
  box.addEventListener('blur', ({ relatedTarget }) => !isByPointer && hold(caught, relatedTarget), {
    signal,
  });
  document.body.append(box);
  box.focus({ preventScroll: true });
  return caught;
}

function stop(caught: Catch): void {
  caught.listeners.abort();
  clearTimeout(caught.timer);
  if (current === caught) current = undefined;
}

function onKeyDown(caught: Catch, event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) return;
  if (event.key === 'Tab') event.preventDefault();
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  caught.box.value = '';
  giveBack(caught, { isCancelled: true });
  caught.onCancel();
}

/** A menu that closes moves the focus, too. A dialog that opens may take it. */
function hold(caught: Catch, next: EventTarget | null): void {
  const dialog = next instanceof Element && next.closest('[role$="dialog"]');
  if (dialog && !dialog.contains(caught.from)) {
    passKeysTo(next as HTMLElement);
    return;
  }
  queueMicrotask(() => {
    if (caught === current && document.hasFocus()) caught.box.focus({ preventScroll: true });
  });
}

function afterComposition(caught: Catch, run: () => void): void {
  caught.afterComposition = run;
  if (caught.isComposing) waitForPause(caught);
  else run();
}

function onCompositionEnd(caught: Catch): void {
  caught.isComposing = false;
  // The next composition may begin in the same task, and browsers insert the text before or after this event.
  setTimeout(() => {
    if (!caught.isComposing && caught === current) caught.afterComposition?.();
  });
}

/** Somebody who types no more waits for the field. */
function waitForPause(caught: Catch): void {
  if (!caught.isComposing || !caught.afterComposition) return;
  clearTimeout(caught.timer);
  caught.timer = setTimeout(caught.afterComposition, MAX_PAUSE_MS);
}
