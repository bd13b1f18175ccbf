import { actionKeys } from '@snug/client';
import type { Report } from '@snug/protocol';
import { ShieldX, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { RemoveDialog } from '../chat/messages/actions/remove-dialog.tsx';
import { MembersDialog } from '../people/members/members-dialog.tsx';
import { useChat } from '../state/chat-context.ts';
import { useStore } from '../state/use-store.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { RowIconButton } from './table/row-controls.tsx';

interface ReportActionsProps extends Pick<Report, 'message'> {
  room: NonNullable<Report['room']>;
}

/** In an open room: removing the message, and the people of the room with the author on top. */
export function ReportActions({ room: { id: roomId }, message: { id, author } }: ReportActionsProps) {
  const store = useChat().room(roomId);
  const room = useStore(store.view).log?.room;
  const [opened, open] = useState<'remove' | 'people'>();
  const button = useRef<HTMLButtonElement>(null);
  const isRemoved = useIsRemoved(roomId, id);
  const close = () => open(undefined);
  return (
    <>
      {!isRemoved && (
        <RowIconButton
          ref={button}
          label={lazyStrings.messageActions.remove}
          icon={ShieldX}
          onClick={() => open('remove')}
        />
      )}
      <RowIconButton
        label={lazyStrings.members.manage(author.name)}
        icon={Users}
        onClick={() => {
          // The report has no description of the room, which the dialog needs.
          store.prefetch();
          open('people');
        }}
      />
      <RemoveDialog
        row={{ roomId, id }}
        isOpen={opened === 'remove'}
        onClose={close}
        getFinalFocus={() => button.current}
      />
      {room && (
        <MembersDialog room={room} find={author.name} isOpen={opened === 'people'} onOpenChange={close} />
      )}
    </>
  );
}

/** Since the page opened. */
function useIsRemoved(roomId: string, messageId: string): boolean {
  const { actions } = useChat();
  const [isRemoved, setRemoved] = useState(false);
  useEffect(() => {
    const key = actionKeys.removal(roomId, messageId);
    return actions.onDone.subscribe(({ action }) => action.key === key && setRemoved(true));
  }, [actions, roomId, messageId]);
  return isRemoved;
}
