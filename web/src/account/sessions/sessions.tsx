import type { Chat } from '@snug/client';
import type { Session } from '@snug/protocol';
import { MonitorSmartphone } from 'lucide-react';
import { useCallback, useId, useRef } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useLatestRead } from '../../state/use-latest-read.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { SkeletonLine } from '../../ui/feedback/loading.tsx';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { signOutEverywhere } from '../sign-in/sign-out.ts';
import { EndSessionButton } from './end-session-button.tsx';
import styles from './sessions.module.css';
import { SignOutButton } from './sign-out-button.tsx';

export function Sessions() {
  const [sessions, refresh] = useSessions();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  function onEnded(): void {
    refresh();
    // The focused button disappears.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
        {lazyStrings.dashboard.sessions}
      </h3>
      <ul className={styles.sessions} aria-busy={!sessions}>
        {sessions?.map(session => <SessionItem key={session.id} session={session} onEnded={onEnded} />) ?? (
          <li className={styles.session}>
            <SkeletonLine width={50} />
          </li>
        )}
      </ul>
      {sessions && sessions.length > 1 && <SignOutEverywhere />}
    </section>
  );
}

/** The active sessions, this one first; undefined while unknown. The second value reads them again. */
function useSessions(): [sessions: Session[] | undefined, refresh: () => void] {
  const { connection } = useChat();
  return useLatestRead(
    useCallback(async () => (await connection.command('list_sessions', {})).sessions, [connection]),
  );
}

interface SessionItemProps {
  session: Session;
  onEnded: () => void;
}

function SessionItem({ session, onEnded }: SessionItemProps) {
  const { device, signedInAt, current } = session;
  const since = useId();
  return (
    <li className={styles.session}>
      <MonitorSmartphone size={18} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.device}>
          {device}
          {current && <span className={styles.tag}>{lazyStrings.dashboard.thisDevice}</span>}
        </p>
        <p id={since} className={styles.since}>
          <Sentence of={lazyStrings.dashboard.signedIn} with={<RelativeTime at={signedInAt} />} />
        </p>
      </div>
      {!current && <EndSessionButton session={session} describedBy={since} onEnded={onEnded} />}
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
