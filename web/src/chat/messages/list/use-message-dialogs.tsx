import type { Person } from '@snug/protocol';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { LazyProfileDialog } from '../../../people/profiles/lazy-profile-dialog.tsx';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { LazyEmojiPicker } from '../../emoji/lazy-emoji-picker.tsx';
import type { ActionTarget, MenuAnchor } from '../actions/action-target.ts';
import { LazyRowActions } from '../actions/lazy-row-actions.tsx';
import type { RowFocus } from '../keyboard/row-focus.ts';
import { LazyDeleteDialog } from '../row/lazy-delete-dialog.tsx';
import { type Day, findStoredRow } from '../rows.ts';
import { usePictureLightbox } from './use-picture-lightbox.tsx';

interface UseMessageDialogsOptions {
  roomId: string;
  days: readonly Day[];
  target: ActionTarget | undefined;
  openActions: (target: ActionTarget | undefined) => void;
  focus: RowFocus;
}

export function useMessageDialogs({ roomId, days, target, openActions, focus }: UseMessageDialogsOptions) {
  const { getReturnFocus } = focus;
  const [deleting, askToDelete] = useState<string>();
  const [profile, openProfile] = useState<Person>();
  const [date, setDate] = useState<{ from: number; isOpen: boolean }>({ from: 0, isOpen: false });
  const { lightbox, openPicture } = usePictureLightbox(days);
  const openMenu = useCallback(
    (id: string, menu: MenuAnchor) => {
      focus.setCurrentRow(id);
      openActions({ id, as: { menu } });
    },
    [focus, openActions],
  );
  const openSheet = useCallback(
    (id: string) => {
      focus.setCurrentRow(id);
      openActions({ id, as: 'sheet' });
    },
    [focus, openActions],
  );
  const openDate = useCallback((from: number) => setDate({ from, isOpen: true }), []);
  const row = target && findStoredRow(days, target.id);
  // An arrival renders none of them.
  const dialogs: ReactNode = useMemo(
    () => (
      <>
        {lightbox}
        <LazyEmojiPicker />
        <LazyProfileDialog person={profile} roomId={roomId} onClose={() => openProfile(undefined)} />
        <LazyDialog
          load={() => import('./go-to-date-dialog.tsx').then(module => module.GoToDateDialog)}
          isOpen={date.isOpen}
          onOpenChange={isOpen => setDate({ ...date, isOpen })}
          dialog={{ roomId, from: date.from }}
        />
        <LazyRowActions
          target={target}
          row={row}
          onClose={() => openActions(undefined)}
          onDelete={askToDelete}
          getReturnFocus={getReturnFocus}
        />
        <LazyDeleteDialog
          roomId={roomId}
          messageId={deleting}
          onClose={() => askToDelete(undefined)}
          getReturnFocus={getReturnFocus}
        />
      </>
    ),
    [lightbox, profile, roomId, date, target, row, openActions, deleting, getReturnFocus],
  );
  return {
    openDate,
    dialogs,
    askToDelete,
    openProfile,
    openPicture,
    openMenu,
    openSheet,
  };
}
