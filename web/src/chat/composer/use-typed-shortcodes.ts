import type { KnownEmoji } from '@snug/client';
import { type RefObject, useEffect } from 'react';
import type { ReadableStore } from '../../state/use-store.ts';
import { nextTask } from '../../ui/browser/next-task.ts';
import type { ClosedShortcode } from './find-shortcode.ts';
import { applyEdit, isApplyingEdit } from './formatting/apply-edit.ts';
import type { TextEdit } from './formatting/text-edit.ts';
import { isTouchDevice } from './is-send-key.ts';
import { TypedShortcodes } from './typed-shortcodes.ts';

/** How long a message waits for the emoji of its last name. */
const MAX_WAIT_MS = 1_000;
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']);
const TYPED = new Set(['insertText', 'insertCompositionText', 'insertReplacementText']);

const fields = new WeakMap<HTMLTextAreaElement, TypedShortcodes>();

/** Names of emoji that were pasted into a field become emoji when the data has loaded. */
export function expectShortcodes(box: HTMLTextAreaElement, shortcodes: readonly ClosedShortcode[]): void {
  fields
    .get(box)
    ?.expect(shortcodes)
    .catch(() => {});
}

/** A name between colons becomes its emoji when the person types the closing colon. Undo restores the name. */
export function useTypedShortcodes(
  box: RefObject<HTMLTextAreaElement | null>,
  known: ReadableStore<KnownEmoji>,
): void {
  useEffect(() => (box.current ? follow(box.current, known) : undefined), [box, known]);
}

function follow(box: HTMLTextAreaElement, known: ReadableStore<KnownEmoji>): () => void {
  let composition: PromiseWithResolvers<void> | undefined;
  const typed = new TypedShortcodes({
    read: () => box.value,
    replace: edit => replaceKeepingSelection(box, edit),
    isBusy: () => composition !== undefined,
    whenFree: async () => composition?.promise,
    isCustom: name => known.get().find(name) !== undefined,
  });
  fields.set(box, typed);
  const stop = new AbortController();
  const { signal } = stop;
  let release: (() => void) | undefined;

  const onTyped = (text: string) => {
    const { selectionStart, selectionEnd } = box;
    if (!/[:：]$/.test(text) || selectionStart !== selectionEnd) return;
    typed.onColon(selectionStart).catch(() => {});
  };
  /** The form is submitted when the emoji has loaded, or with the next key. */
  const hold = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    if (release) return;
    const submit = () => {
      clearTimeout(timer);
      release = undefined;
      typed.forget();
      box.form?.requestSubmit();
    };
    const timer = setTimeout(submit, MAX_WAIT_MS);
    release = submit;
    void typed
      .expect([])
      .catch(() => {})
      // React renders the replaced text first.
      .then(nextTask)
      .then(() => release?.());
  };

  const onInput = (event: Event) => {
    const { inputType, data, isComposing } = event as InputEvent;
    if (inputType === 'historyUndo') collapseRestored(box);
    else if (!isComposing && !isApplyingEdit() && TYPED.has(inputType)) onTyped(data ?? '');
  };
  box.addEventListener('input', onInput, { signal });
  box.addEventListener('compositionstart', () => (composition = Promise.withResolvers()), { signal });
  const onCompositionEnd = ({ data }: CompositionEvent) => {
    composition?.resolve();
    composition = undefined;
    onTyped(data);
  };
  box.addEventListener('compositionend', onCompositionEnd, { signal });
  const onKeyDown = (event: KeyboardEvent) => {
    const isSend = event.key === 'Enter' && !event.shiftKey && !event.isComposing && !isTouchDevice();
    if (isSend && typed.isWaiting) hold(event);
    else if (!MODIFIERS.has(event.key)) release?.();
  };
  box.addEventListener('keydown', onKeyDown, { signal });
  const onSubmit = (event: Event) => {
    if (typed.isWaiting) hold(event);
  };
  box.form?.addEventListener('submit', onSubmit, { signal });
  return () => stop.abort();
}

type Range = Pick<TextEdit, 'start' | 'end'>;

/** Where the selection is after an edit beside it or around it. */
export function moveSelection(selection: Range, { start, end, text }: Range & { text: string }): Range {
  const move = (place: number) =>
    place >= end ? place + text.length - (end - start) : Math.min(place, start + text.length);
  return { start: move(selection.start), end: move(selection.end) };
}

function replaceKeepingSelection(box: HTMLTextAreaElement, { start, end, text }: TextEdit): void {
  const { selectionStart, selectionEnd } = box;
  const selected = moveSelection({ start: selectionStart, end: selectionEnd }, { start, end, text });
  if (document.activeElement === box) return applyEdit(box, { start, end, text, selected });
  // The focus stays where the person moved it.
  box.setRangeText(text, start, end, 'preserve');
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** The browser selects what it restores, and the next key would replace it. */
function collapseRestored(box: HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = box;
  if (/^[:：][^:：\s]+[:：]/.test(value.slice(selectionStart, selectionEnd)))
    box.setSelectionRange(selectionEnd, selectionEnd);
}
