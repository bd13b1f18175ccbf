import { type Person } from '@snug/protocol';
import { useEffect, useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showInfo } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { formatDate } from '../../ui/text/format-time.ts';
import { Name } from '../../ui/text/name.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { BlockButton } from '../blocks/block-button.tsx';
import { useOpenDirect } from '../direct/use-open-direct.ts';
import { StatusLine } from '../status/status-line.tsx';
import { BotTag } from './bot-tag.tsx';
import { getFirstName } from './names.ts';
import { PersonAvatar } from './person-avatar.tsx';
import { getPresenceText } from './presence-text.ts';
import styles from './profile-dialog.module.css';
import { usePerson } from './use-person.ts';
import { usePresence } from './use-presence.ts';

export interface ProfileDialogProps {
  person: Person | undefined;
  roomId: string;
  onClose: () => void;
}

export function ProfileDialog({ person: opened, roomId, onClose }: ProfileDialogProps) {
  const person = usePerson(opened);
  return (
    <Dialog
      title={
        person && <Sentence of={lazyStrings.profiles.title} with={<Name of={getFirstName(person.name)} />} />
      }
      isOpen={person !== undefined}
      onOpenChange={isOpen => !isOpen && onClose()}
    >
      {person && (
        <div className={styles.profile}>
          <PersonAvatar person={person} size={96} />
          <p className={styles.name} dir="auto">
            {person.name}
          </p>
          <BotTag person={person} />
          {!person.bot && (
            <>
              <PresenceLines uid={person.uid} />
              <StatusLine uid={person.uid} className={styles.status} hasEnd />
            </>
          )}
          {person.createdAt > 0 && (
            <p className={styles.since}>{lazyStrings.profiles.memberSince(formatDate(person.createdAt))}</p>
          )}
          {person.bot ? (
            <BotOwner uid={person.uid} onOpened={onClose} />
          ) : (
            <>
              <MessageButton uid={person.uid} onOpened={onClose} />
              {!person.guest && <AdminSwitch uid={person.uid} roomId={roomId} />}
            </>
          )}
          <BlockButton uid={person.uid} />
        </div>
      )}
    </Dialog>
  );
}

/** The presence as texts, for people who cannot hover over the dot. */
function PresenceLines({ uid }: { uid: string }) {
  const presence = usePresence(uid);
  return (
    <>
      <p className={styles.presence} aria-hidden={!presence?.paused}>
        {getPresenceText(presence)}
      </p>
      {presence?.paused && (
        <p className={styles.presence} aria-hidden>
          {strings.people.paused}
        </p>
      )}
    </>
  );
}

/** Only its owner has conversations with a bot. */
function BotOwner({ uid, onOpened }: { uid: string; onOpened: () => void }) {
  const { connection } = useChat();
  const me = useMe();
  const [owner, setOwner] = useState<Person>();
  useEffect(() => {
    // Without the name if it fails.
    connection.command('get_profile', { uid }).then(
      ({ owner }) => setOwner(owner),
      () => {},
    );
  }, [connection, uid]);
  if (owner?.uid === me.uid) return <MessageButton uid={uid} onOpened={onOpened} />;
  return owner && <Sentence of={lazyStrings.programs.ownedBy} with={<Name of={owner.name} />} />;
}

function MessageButton({ uid, onOpened }: { uid: string; onOpened: () => void }) {
  const isMe = useMe().uid === uid;
  const { isBusy, openDirect } = useOpenDirect(onOpened);
  return (
    <Button variant="main" isBusy={isBusy} onClick={() => void openDirect([uid])}>
      {isMe ? strings.rooms.notes : lazyStrings.direct.message}
    </Button>
  );
}

function AdminSwitch({ uid, roomId }: { uid: string; roomId: string }) {
  const chat = useChat();
  const me = useMe();
  const admins = useStore(chat.room(roomId).view).log?.admins ?? [];
  const [isBusy, setBusy] = useState(false);
  const isAdmin = admins.includes(uid);
  if (uid === me.uid || !admins.includes(me.uid)) return null;

  async function toggle(): Promise<void> {
    setBusy(true);
    try {
      await chat.connection.command('set_admin', { roomId, uid, admin: !isAdmin });
      showInfo(isAdmin ? lazyStrings.profiles.adminRemoved : lazyStrings.profiles.adminGiven);
    } catch (error) {
      showCommandError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button isBusy={isBusy} onClick={() => void toggle()}>
      {isAdmin ? lazyStrings.profiles.removeAdmin : lazyStrings.profiles.giveAdmin}
    </Button>
  );
}
