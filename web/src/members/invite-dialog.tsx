import type { Room } from '@snug/protocol';
import { InvitePanel } from '../invitation/invite-panel.tsx';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../ui/dialog/dialog.tsx';
import styles from './people-dialog.module.css';

export function InviteDialog({ room, ...state }: DialogState & { room: Room }) {
  return (
    <Dialog title={lazyStrings.roomDetails.invite} {...state}>
      <div className={styles.invitation}>
        <InvitePanel room={room} />
      </div>
    </Dialog>
  );
}
