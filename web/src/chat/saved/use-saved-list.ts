import { listRemoved } from '@snug/client/actions/saved-messages.ts';
import type { EventOf, SavedCursor } from '@snug/protocol';
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { createListCopy } from '../../state/offline/list-copies.ts';
import { usePages } from '../../state/use-pages.ts';
import { useStore } from '../../state/use-store.ts';
import { useTrims } from '../message-lists/use-trims.ts';
import { deleteSaved } from './delete-saved.ts';
import { getSavedMessages } from './saved-messages.ts';
import type { SavedRow } from './saved-row.ts';
import { trimSaved } from './trim-saved.ts';

/** Read again after each change on any device. */
export function useSavedList() {
  const chat = useChat();
  const { uid } = useMe();
  const copy = useMemo(() => createListCopy<SavedRow>(uid, 'saved'), [uid]);
  const { connection } = chat;
  const read = useCallback(
    async (before: SavedCursor | undefined) => {
      const { saved, rooms, next } = await connection.command('list_saved', before ? { before } : {});
      const byId = new Map(rooms.map(room => [room.id, room]));
      return { rows: saved.map((row): SavedRow => ({ ...row, room: byId.get(row.roomId) })), next };
    },
    [connection],
  );
  const pages = usePages<SavedRow, SavedCursor>(read, copy);
  const saved = getSavedMessages(chat);
  const reload = useEffectEvent(() => pages.reload());
  useEffect(() => saved.version.subscribe(() => reload()), [saved]);
  useTrims(trim =>
    pages.change(known => ({ ...known, rows: known.rows.flatMap(row => trimSaved(row, trim)) })),
  );
  const onSummary = useEffectEvent(({ room, changes }: EventOf<'room_summary'>) => {
    const deleted = changes.filter(({ kind }) => kind === 'deleted');
    if (deleted.length === 0 || !pages.list?.rows.some(({ roomId }) => roomId === room.id)) return;
    const at = Date.now();
    const strip = (row: SavedRow) =>
      deleted.reduce((row, { seq }) => deleteSaved(row, { roomId: room.id, seq, at }), row);
    pages.change(known => ({ ...known, rows: known.rows.map(strip) }));
  });
  useEffect(() => chat.roomList.summaries.subscribe(event => onSummary(event)), [chat]);
  // Before the server has stored it.
  const removed = listRemoved(useStore(chat.actions.pending));
  const rows = pages.list?.rows.filter(({ messageId }) => !removed.has(messageId)) ?? [];
  return { ...pages, list: pages.list && { ...pages.list, rows } };
}
