import type { Chat } from '@snug/client';
import type { Session } from '@snug/protocol';
import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { signOutEverywhere } from '../sign-in/session.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { SkeletonLine } from '../ui/feedback/loading.tsx';
import { showCommandError, showSuccess } from '../ui/feedback/toast.ts';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import { Sentence } from '../ui/text/sentence.tsx';
import styles from './sessions.module.css';
import { SignOutButton } from './sign-out-button.tsx';

export function Sessions() {
  const sessions = useSessions();
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        {lazyStrings.dashboard.sessions}
      </h3>
      <ul className={styles.sessions} aria-busy={!sessions}>
        {sessions?.map(session => <SessionItem key={session.signedInAt} session={session} />) ?? (
          <li className={styles.session}>
            <SkeletonLine width={50} />
          </li>
        )}
      </ul>
      {sessions && sessions.length > 1 && <SignOutEverywhere />}
    </section>
  );
}

/** The active sessions, this one first. Undefined while unknown. */
function useSessions(): Session[] | undefined {
  const chat = useChat();
  const isConnected = useStore(chat.connection.state).status === 'connected';
  const [sessions, setSessions] = useState<Session[]>();
  useEffect(() => {
    // If it fails, the list stays until the next connection requests it again.
    if (isConnected) chat.listSessions().then(setSessions, () => {});
  }, [chat, isConnected]);
  return sessions;
}

function SessionItem({ session: { device, signedInAt, current } }: { session: Session }) {
  return (
    <li className={styles.session}>
      <MonitorSmartphone size={18} aria-hidden className={styles.icon} />
      <div>
        <p className={styles.device}>
          {device}
          {current && <span className={styles.tag}>{lazyStrings.dashboard.thisDevice}</span>}
        </p>
        <p className={styles.since}>
          <Sentence of={lazyStrings.dashboard.signedIn} with={<RelativeTime at={signedInAt} />} />
        </p>
      </div>
    </li>
  );
}

function SignOutEverywhere() {
  const chat = useChat();
  return (
    <SignOutButton
      variant="plain"
      className={styles.everywhere}
      confirmLabel={lazyStrings.dashboard.signOutEverywhere}
      onSignOut={() => handleSignOutEverywhere(chat)}
    >
      {lazyStrings.dashboard.signOutEverywhere}
    </SignOutButton>
  );
}

async function handleSignOutEverywhere(chat: Chat): Promise<void> {
  try {
    await signOutEverywhere(chat);
    showSuccess(lazyStrings.dashboard.signedOutEverywhere);
  } catch (error) {
    showCommandError(error);
  }
}
