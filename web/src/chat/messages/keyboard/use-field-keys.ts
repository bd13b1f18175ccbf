import type { Chat } from '@snug/client';
import type { KeyboardEvent } from 'react';
import { useChat, useDrafts, useMe } from '../../../state/chat-context.ts';
import { isDialogOpen } from '../../../ui/dialog/is-dialog-open.ts';
import { isFocusByPointer } from '../../../ui/keyboard/focus-modality.ts';
import { readKey } from '../../../ui/keyboard/read-key.ts';
import { openEmojiPicker } from '../../emoji/picker-request.ts';
import { toggleReactionNow } from '../../reactions/use-reactions.ts';
import { startReply } from '../../replies/reply-drafts.ts';
import { startEdit } from '../edit/edit-session.ts';
import { type Day, findStoredRow, type Row } from '../rows.ts';
import { FIELD_SELECTOR, findShortcutButton } from './row-shortcuts.ts';

/**
 * The keys of a focused row that open a text field: the keys after them are for that field. So they are part of the first load, unlike
 * `RowKeys`.
 */
export function useFieldKeys(days: readonly Day[]): (event: KeyboardEvent<HTMLElement>) => void {
  const chat = useChat();
  const drafts = useDrafts();
  const { uid } = useMe();

  function findOpener(row: Row, element: HTMLElement, key: string): (() => void) | undefined {
    const isEditable = row.author.uid === uid && row.text !== '';
    if (key === 'E' && isEditable) return () => startEdit(row);
    if (key === 'R') return () => startReply(drafts, row.roomId, { ...row, seq: row.seq ?? 0 });
    return key === 'A' ? () => openPicker(chat, row, element) : undefined;
  }

  return event => {
    const element = findPressedRow(event);
    const key = readKey(event.nativeEvent);
    const row = element && !element.dataset.folded && findStoredRow(days, element.id);
    const open = (row && findOpener(row, element, key)) ?? (element && findDateOpener(element, key));
    if (!open) return;
    event.preventDefault();
    open();
  };
}

function findPressedRow(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const { target, currentTarget, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return undefined;
  if (!(target instanceof HTMLElement) || target.matches(FIELD_SELECTOR)) return undefined;
  // React also delivers the keys of a row's dialogs, which are outside the list.
  if (!currentTarget.contains(target) || isFocusByPointer() || isDialogOpen()) return undefined;
  return target.closest('article') ?? undefined;
}

function openPicker(chat: Chat, row: Row, element: HTMLElement): void {
  openEmojiPicker({
    anchor: findShortcutButton(element, 'A') ?? element,
    onPick: emoji => toggleReactionNow(chat, row, emoji),
  });
}

/** "Go to date" is in the heading of the row's day. */
function findDateOpener(row: HTMLElement, key: string): (() => void) | undefined {
  const heading = key === 'G' && row.closest('section')?.querySelector('h2');
  const button = heading ? findShortcutButton(heading, key) : undefined;
  return button && (() => button.click());
}
