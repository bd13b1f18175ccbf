import { strings } from '../../strings/strings.ts';
import { useTimeZone } from '../../ui/browser/time-zone.ts';
import styles from './presence-dot.module.css';
import { getPresenceText } from './presence-text.ts';
import { usePresence } from './use-presence.ts';

/** Filled for online, a ring for offline, broken for unknown, a crescent for paused notifications. The tooltip has it as a text. */
export function PresenceDot({ uid }: { uid: string }) {
  const presence = usePresence(uid);
  useTimeZone();
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, and has no file
      role="img"
      aria-label={presence?.paused ? strings.people.paused : getPresenceText(presence)}
      className={styles.dot}
      data-state={presence?.state ?? 'unknown'}
      data-paused={presence?.paused}
    />
  );
}
