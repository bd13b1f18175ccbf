import type { Room } from '@snug/protocol';
import { Invitation } from '../invitation/invitation.tsx';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import { Name } from '../ui/text/name.tsx';
import { Sentence } from '../ui/text/sentence.tsx';
import styles from './room-information-dialog.module.css';

export function RoomInformationDialog({ room, isOpen, onOpenChange }: DialogState & { room: Room }) {
  return (
    <Dialog
      title={<Sentence of={lazyStrings.roomDetails.about} with={<Name of={room.name} />} />}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <p className={styles.description} dir="auto">
        {room.description}
      </p>
      <div className={styles.invitation}>
        <Invitation room={room} />
      </div>
    </Dialog>
  );
}
