import { type Action, type Chat, type RoomLog, Store } from '@snug/client';
import type { Mention } from '@snug/protocol';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useIsNarrow } from '../../../ui/browser/use-is-narrow.ts';
import { applyPendingChanges } from '../pending-changes.ts';
import { editPendingItems } from './pending-edits.ts';

export interface EditSession {
  roomId: string;
  id: string;
  /** The text before the edit. */
  text: string;
  mentions: readonly Mention[];
  /** The number of edits that led to `text`. */
  revision: number;
  /** Undefined for a message of the outbox. */
  seq?: number | undefined;
  /** The focus returns there. */
  from: 'row' | 'composer';
  /** The server rejected the edit, because another device had changed the message. */
  isStale?: boolean;
}

/** The page edits one message at a time. */
export const editSession = new Store<EditSession | undefined>(undefined);

type EditedRow = Pick<EditSession, 'roomId' | 'id'> & {
  text?: string | undefined;
  mentions?: readonly Mention[] | undefined;
  revision?: number | undefined;
  seq?: number | undefined;
};

export function startEdit(
  { roomId, id, text = '', mentions = [], revision = 0, seq }: EditedRow,
  options: Pick<EditSession, 'from' | 'isStale'> = { from: 'row' },
): void {
  const ranges = mentions.map(({ uid, start, length }) => ({ uid, start, length }));
  editSession.set({ roomId, id, text, mentions: ranges, revision, seq, ...options });
}

/** The composer is in its place again when this returns, so that it can take the focus. */
export function endEdit(): void {
  flushSync(() => editSession.set(undefined));
}

/** Begins to edit the newest text message of the person. Returns false if there is none. */
export function editLastMessage(chat: Chat, roomId: string, uid: string): boolean {
  const pending = chat.actions.pending.get();
  const items = chat.outbox.items.get().filter(item => item.roomId === roomId && item.status === 'waiting');
  const item = editPendingItems(items, pending).findLast(({ text }) => text);
  const last = item ?? findLastOwn(chat.room(roomId).view.get().log, pending, uid);
  if (last) startEdit(last, { from: 'composer' });
  return last !== undefined;
}

function findLastOwn(log: RoomLog | undefined, pending: readonly Action[], uid: string) {
  if (!log || log.hasNewer) return undefined;
  return applyPendingChanges(log.messages, pending).findLast(
    ({ author, text }) => author.uid === uid && text,
  );
}

/** The edit of the row with this id in its place. */
export function useRowEdit(id: string): EditSession | undefined {
  const session = useSyncExternalStore(editSession.subscribe, () => {
    const current = editSession.get();
    return current?.id === id ? current : undefined;
  });
  return useIsEditedInComposer() ? undefined : session;
}

/** Where there is little space, and with an on-screen keyboard, the composer is the place of the text. */
export function useIsEditedInComposer(): boolean {
  return useIsNarrow() || matchMedia('(pointer: coarse)').matches;
}
