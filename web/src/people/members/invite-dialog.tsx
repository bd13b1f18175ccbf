import type { Room } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { InvitePanel } from '../invites/invite-panel.tsx';
import styles from './members-dialog.module.css';

export function InviteDialog({ room, ...state }: DialogState & { room: Room }) {
  return (
    <Dialog title={lazyStrings.roomDetails.invite} {...state}>
      <div className={styles.invitation}>
        <InvitePanel room={room} />
      </div>
    </Dialog>
  );
}
