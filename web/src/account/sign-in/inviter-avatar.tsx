import { INVITER_AVATAR_PATH, type InviteState } from '@snug/protocol';
import { Avatar } from '../../ui/avatar/avatar.tsx';

/** The picture has a path of its own, because others need a session. */
export function InviterAvatar({ invite: { inviter, hasAvatar } }: { invite: InviteState }) {
  const person = { uid: inviter, name: inviter, ...(hasAvatar && { avatar: INVITER_AVATAR_PATH }) };
  return <Avatar person={person} size={64} />;
}
