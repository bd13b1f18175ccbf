import type { RoomLog } from '@snug/client';
import { MessagesSquare } from 'lucide-react';
import { canInvite } from '../../../people/invites/can-invite.ts';
import { useMe } from '../../../state/chat-context.ts';
import { strings } from '../../../strings/strings.ts';
import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';
import styles from './message-list.module.css';

const LazyInvitation = createIdleComponent(
  () => import('../../../people/invites/invitation.tsx'),
  'Invitation',
);
/** Only empty private rooms show it. */
const LazyInviteButton = createIdleComponent(
  () => import('../../../people/invites/invite-button.tsx'),
  'InviteButton',
);

/** An admin of an empty room is probably alone in it. A link to a private room needs an invitation, which its dialog creates. */
export function NoMessages({ log }: { log: RoomLog }) {
  const isAdmin = log.admins.includes(useMe().uid);
  return (
    <div className={styles.empty}>
      <MessagesSquare size={40} strokeWidth={1.3} aria-hidden />
      <p className={styles.emptyHeading}>{strings.messages.none}</p>
      <p>{strings.messages.writeFirst}</p>
      {log.room.kind === 'private' && canInvite(log.room, isAdmin) && (
        <div className={styles.invite}>
          <LazyInviteButton room={log.room} />
        </div>
      )}
      {isAdmin && !log.room.kind && (
        <div className={styles.invitation}>
          <LazyInvitation room={log.room} />
        </div>
      )}
    </div>
  );
}
