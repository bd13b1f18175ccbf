import type { Person } from '@snug/protocol';
import { type ReactNode, useState } from 'react';
import { LazyProfileDialog } from '../../profiles/lazy-profile-dialog.tsx';
import { LazyDeleteDialog } from '../row/lazy-delete-dialog.tsx';
import { LazyRowSheet } from '../row/lazy-row-sheet.tsx';
import type { Day, Row } from '../rows.ts';
import { usePictureLightbox } from './use-picture-lightbox.tsx';

/** `getReturnFocus`: the element for the focus if the message that had it is removed. */
export function useMessageDialogs(
  roomId: string,
  days: readonly Day[],
  getReturnFocus: () => HTMLElement | null,
) {
  const [deleting, askToDelete] = useState<string>();
  const [profile, openProfile] = useState<Person>();
  const [sheetId, openSheet] = useState<string>();
  const { lightbox, openPicture } = usePictureLightbox(days);
  const dialogs: ReactNode = (
    <>
      {lightbox}
      <LazyProfileDialog person={profile} roomId={roomId} onClose={() => openProfile(undefined)} />
      <LazyRowSheet
        row={findStoredRow(days, sheetId)}
        onClose={() => openSheet(undefined)}
        onDelete={askToDelete}
      />
      <LazyDeleteDialog
        roomId={roomId}
        messageId={deleting}
        onClose={() => askToDelete(undefined)}
        getReturnFocus={getReturnFocus}
      />
    </>
  );
  return { dialogs, askToDelete, openProfile, openPicture, openSheet };
}

/** Rows of the outbox have no sheet, but buttons of their own. */
function findStoredRow(days: readonly Day[], id: string | undefined): Row | undefined {
  if (id === undefined) return undefined;
  return days.flatMap(day => day.rows).find(row => row.id === id && row.status === 'stored');
}
