import type { Room } from '@snug/protocol';
import { useRoomName } from '../../people/direct/room-name.ts';
import { Invitation } from '../../people/invites/invitation.tsx';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useAddressChange } from '../../ui/browser/location.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { MessageText } from '../messages/text/message-text.tsx';
import { RetentionInformation } from './retention/retention-information.tsx';
import styles from './room-information-dialog.module.css';

export function RoomInformationDialog({ room, isOpen, onOpenChange }: DialogState & { room: Room }) {
  useAddressChange(() => onOpenChange(false));
  return (
    <Dialog
      title={<Sentence of={lazyStrings.roomDetails.about} with={<Name of={useRoomName(room)} />} />}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <MessageText text={room.description} className={styles.description} />
      <RetentionInformation room={room} />
      {/* A link does not open a room to people who are not its members. */}
      {!room.kind && (
        <div className={styles.invitation}>
          <Invitation room={room} />
        </div>
      )}
    </Dialog>
  );
}
