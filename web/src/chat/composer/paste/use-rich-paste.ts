import { cleanLines } from '@snug/protocol';
import { type RefObject, useEffect, useState } from 'react';
import { type ReadableStore, useSelected } from '../../../state/use-store.ts';
import { readKey } from '../../../ui/keyboard/read-key.ts';
import { emojiData } from '../../emoji/emoji-data.ts';
import { resolveShortcode } from '../../emoji/resolve-shortcode.ts';
import { applyEdit } from '../formatting/apply-edit.ts';
import { linkTo } from '../formatting/toggle-link.ts';
import { isInCode } from '../is-in-code.ts';
import { expectShortcodes } from '../use-typed-shortcodes.ts';
import { chooseFilePart } from './choose-file-part.ts';
import { findPastedShortcodes } from './find-pasted-shortcodes.ts';
import { htmlToMarks, type PastedMarks } from './html-to-marks.ts';

/** Pasted rich text becomes marks, and a pasted address a link of the selected text. `pasted`: a part of the text that can become a file. */
export function useRichPaste(
  box: RefObject<HTMLTextAreaElement | null>,
  content: ReadableStore<{ text: string }>,
) {
  const [lastPasted, setLastPasted] = useState<string>();
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    let isPlain = false;
    const stop = new AbortController();
    const { signal } = stop;
    const onPaste = (event: ClipboardEvent) => {
      if (!event.clipboardData || !isText(event.clipboardData)) return;
      setLastPasted(normalizeLineBreaks(pasteText(current, event, isPlain)));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      isPlain = event.shiftKey && readKey(event) === 'V';
    };
    current.addEventListener('paste', onPaste, { signal });
    current.addEventListener('keydown', onKeyDown, { signal });
    current.addEventListener('keyup', () => (isPlain = false), { signal });
    return () => stop.abort();
  }, [box]);
  const pasted = useSelected(content, ({ text }) => chooseFilePart(text, lastPasted));
  return { pasted, forget: () => setLastPasted(undefined) };
}

/** Files of other kinds go to the upload dialog, as `use-file-paste.ts` decides. */
function isText({ files, types }: DataTransfer): boolean {
  return types.includes('text/plain') && (files.length === 0 || types.includes('text/html'));
}

/** Returns the pasted text. Leaves a clean plain text to the browser. */
function pasteText(box: HTMLTextAreaElement, event: ClipboardEvent, isPlain: boolean): string {
  const lines = normalizeLineBreaks(event.clipboardData?.getData('text/plain') ?? '');
  // Such as the line breaks of slides and the colours of a terminal.
  const plain = cleanLines(lines);
  const marks = isPlain ? undefined : toMarks(box, plain, event.clipboardData?.getData('text/html') ?? '');
  if (marks === undefined && plain === lines) return plain;
  event.preventDefault();
  const { selectionStart: start, selectionEnd: end } = box;
  const text = marks?.text ?? plain;
  const caret = start + text.length;
  applyEdit(box, { start, end, text, selected: { start: caret, end: caret } });
  if (marks && marks.shortcodes.length > 0) expectShortcodes(box, findPastedShortcodes(marks, start));
  return text;
}

function toMarks(
  { value, selectionStart: start, selectionEnd: end }: HTMLTextAreaElement,
  plain: string,
  html: string,
): PastedMarks | undefined {
  if (isInCode(value.slice(0, start))) return undefined;
  const link = linkTo(value, { start, end }, plain.trim());
  return link ? { text: link.text, shortcodes: [] } : htmlToMarks(html, plain, resolveKnown);
}

function resolveKnown(shortcode: string): string | undefined {
  const data = emojiData.get();
  return data && resolveShortcode(data, shortcode);
}

/** As the text field stores them. */
function normalizeLineBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
