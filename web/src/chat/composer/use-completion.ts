import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

export interface CompletionMatch {
  /** The place in the text of the character that opens the list. */
  start: number;
  /** The text after it, up to the caret. */
  query: string;
}

export interface CompletionSource<Option> {
  /** What the text before the caret asks for. */
  find: (text: string, caret: number) => CompletionMatch | undefined;
  /** Calls `show` when there are options, and again if there are better ones. May reject: then the text stays as typed. */
  load: (query: string, show: (options: readonly Option[]) => void) => Promise<void>;
  /** `insert` replaces the typed text, and returns its place. */
  accept: (option: Option, insert: (text: string) => number | undefined) => void;
}

export interface Completion<Option> {
  match: CompletionMatch | undefined;
  options: readonly Option[];
  index: number;
}

/** One object: most keys leave the list closed, and render nothing. */
const CLOSED = { match: undefined, options: [], index: 0 };

/** `id`: that of the list; its options have the place after a hyphen. */
export function useCompletion<Option>(
  box: RefObject<HTMLTextAreaElement | null>,
  id: string,
  source: CompletionSource<Option>,
) {
  const [state, setState] = useState<Completion<Option>>(CLOSED);
  const { match, options, index } = state;
  /** The start of a match that was accepted or left as typed: its list does not open again. */
  const dismissed = useRef<number>(undefined);

  function update(): void {
    const { current } = box;
    const found = current && findMatch(current, source);
    if (found?.start !== dismissed.current || found?.query === '') dismissed.current = undefined;
    if (!found || dismissed.current !== undefined) return setState(CLOSED);
    const show = (options: readonly Option[]) => {
      const now = findMatch(current, source);
      const isOpen = dismissed.current === undefined;
      if (isOpen && now?.query === found.query && now.start === found.start)
        setState(before => ({ match: found, options, index: keepIndex(before, found, options) }));
    };
    source.load(found.query, show).catch(() => {});
  }

  function insert(text: string): number | undefined {
    const { current } = box;
    if (!current || !match) return undefined;
    current.focus();
    current.setSelectionRange(match.start, match.start + match.query.length + 1);
    // Unlike a new value, this keeps the browser's history for undo.
    document.execCommand('insertText', false, text);
    return match.start;
  }

  function dismiss(): void {
    dismissed.current = match?.start;
    setState(CLOSED);
  }

  function accept(option: Option | undefined): void {
    if (!match || option === undefined) return;
    dismiss();
    source.accept(option, insert);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (options.length === 0 || event.isComposing || event.keyCode === 229 || event.shiftKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = (index + step + options.length) % options.length;
      setState({ ...state, index: next });
    } else if (event.key === 'Enter' || event.key === 'Tab') accept(options[index]);
    else if (event.key === 'Escape') dismiss();
    else return;
    event.preventDefault();
    // The composer must not send, and the page must not leave it.
    event.stopPropagation();
  }
  const close = () => setState(CLOSED);
  useListeners(box, { onKeyDown, onInput: update, onLeave: close });
  useListAttributes(box, id, options.length > 0 ? index : undefined);
  return { match, options, index, accept };
}

interface Listeners {
  onKeyDown: (event: KeyboardEvent) => void;
  onInput: () => void;
  onLeave: () => void;
}

function useListeners(box: RefObject<HTMLTextAreaElement | null>, listeners: Listeners): void {
  const onKeyDown = useEffectEvent(listeners.onKeyDown);
  const onInput = useEffectEvent(listeners.onInput);
  const onLeave = useEffectEvent(listeners.onLeave);
  useEffect(() => {
    const { current } = box;
    const byType = {
      keydown: (event: Event) => onKeyDown(event as KeyboardEvent),
      input: () => onInput(),
      click: () => onLeave(),
      blur: () => onLeave(),
    };
    for (const [type, listener] of Object.entries(byType)) current?.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of Object.entries(byType)) current?.removeEventListener(type, listener);
    };
  }, [box]);
}

function findMatch(
  { value, selectionStart, selectionEnd }: HTMLTextAreaElement,
  { find }: Pick<CompletionSource<never>, 'find'>,
): CompletionMatch | undefined {
  return selectionStart === selectionEnd ? find(value, selectionStart) : undefined;
}

/** Better options for the same query keep the choice. */
export function keepIndex<Option>(
  { match, index }: Completion<Option>,
  found: CompletionMatch,
  options: readonly Option[],
): number {
  const isSame = match?.query === found.query && match.start === found.start;
  return isSame ? Math.min(index, Math.max(0, options.length - 1)) : 0;
}

/** For assistive technology, while the list shows. `index`: undefined without a list. */
function useListAttributes(
  box: RefObject<HTMLTextAreaElement | null>,
  id: string,
  index: number | undefined,
): void {
  useEffect(() => {
    const { current } = box;
    if (!current || index === undefined) return undefined;
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-activedescendant': `${id}-${index}`,
    };
    for (const [name, value] of Object.entries(attributes)) current.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) current.removeAttribute(name);
    };
  }, [box, id, index]);
}
