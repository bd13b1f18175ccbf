import type { Event, Message, PinCursor, Room } from '@snug/protocol';
import { useCallback } from 'react';
import { useIsAdmin } from '../../people/members/use-admins.ts';
import { usePersonById } from '../../people/profiles/use-person.ts';
import { useChat } from '../../state/chat-context.ts';
import { usePages } from '../../state/use-pages.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { formatDate } from '../../ui/text/format-time.ts';
import { GoToMessage } from '../message-lists/go-to-message.tsx';
import { hasGap } from '../message-lists/has-gap.ts';
import { ListedMessage } from '../message-lists/listed-message.tsx';
import { MessagePages } from '../message-lists/message-pages.tsx';
import { useEvent } from '../message-lists/use-event.ts';
import { useTrims } from '../message-lists/use-trims.ts';
import { canPin } from './can-pin.ts';
import styles from './pins-dialog.module.css';
import { setPin } from './set-pin.ts';

export function PinsDialog({ room, isOpen, onOpenChange }: DialogState & { room: Room }) {
  return (
    <Dialog title={strings.roomHeader.pins} shape="drawer-end" isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className={styles.pins}>
        <Pins room={room} onGo={() => onOpenChange(false)} />
      </div>
    </Dialog>
  );
}

/** Reads the list again after each change of a pinned message, and after lost events. */
function Pins({ room, onGo }: { room: Room; onGo: () => void }) {
  const chat = useChat();
  const roomId = room.id;
  const read = useCallback(
    async (before: PinCursor | undefined) => {
      const input = { roomId, ...(before && { before }) };
      const { messages, people, next } = await chat.connection.command('list_pins', input);
      for (const person of people) chat.people.upsert(person);
      return { rows: messages, next };
    },
    [chat, roomId],
  );
  const pages = usePages<Message, PinCursor>(read);
  useEvent(event => {
    if (hasGap(event, roomId) || concernsPins(event, roomId)) pages.reload();
  });
  // The rule of the room decides whether its pins stay.
  useTrims(trim => {
    if (trim.roomId === roomId) pages.reload();
  });
  return (
    <MessagePages pages={pages} none={lazyStrings.pins.none} getKey={({ id }) => id}>
      {message => <PinnedMessage room={room} message={message} onGo={onGo} />}
    </MessagePages>
  );
}

function concernsPins(event: Event, roomId: string): boolean {
  if (!('roomId' in event) || event.roomId !== roomId) return false;
  if (event.type === 'message_deleted') return event.pinCount !== undefined;
  if (event.type === 'message_edited') return event.message.pinnedAt !== undefined;
  return event.type === 'message_pinned';
}

function PinnedMessage({ room, message, onGo }: { room: Room; message: Message; onGo: () => void }) {
  const chat = useChat();
  const isAdmin = useIsAdmin(room.id);
  return (
    <ListedMessage message={message} note={<PinnedBy message={message} />}>
      <GoToMessage message={message} onGo={onGo} />
      {canPin(room, isAdmin) && (
        <Button onClick={() => setPin(chat, room.id, message.id, false)}>{lazyStrings.pins.unpin}</Button>
      )}
    </ListedMessage>
  );
}

function PinnedBy({ message: { pinnedAt = 0, pinnedBy = '' } }: { message: Message }) {
  const name = usePersonById(pinnedBy)?.name ?? '';
  return lazyStrings.pins.pinnedBy(isolateBidi(name), formatDate(pinnedAt));
}
