import type { Person } from '@snug/protocol';
import { EmojiGlyph } from '../../emoji/emoji-glyph.tsx';
import { useMe } from '../../state/chat-context.ts';
import { listOthers } from '../direct/room-name.ts';
import styles from './status.module.css';
import { StatusLine } from './status-line.tsx';
import { getEmoji, useStatus } from './use-status.ts';

interface StatusMarkProps {
  /** Behind whose name it is. */
  author?: Person;
  /** Of a direct room, in whose header it is. */
  people?: readonly Person[];
  className?: string | undefined;
}

/** The status of somebody, where the first load has a place for it. A bot has none. */
export function StatusMark({ author, people = [], className }: StatusMarkProps) {
  const others = listOthers(people, useMe().uid);
  const [other] = others;
  if (author) return !author.bot && <StatusEmoji uid={author.uid} />;
  return other && others.length === 1 && <StatusLine uid={other.uid} className={className} />;
}

/** The tooltip has the text. */
function StatusEmoji({ uid }: { uid: string }) {
  const status = useStatus(uid);
  if (!status) return null;
  const name = status.text ?? getEmoji(status);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is a character, and has no file
    <span role="img" aria-label={name} title={name} className={styles.emoji}>
      <EmojiGlyph of={getEmoji(status)} />
    </span>
  );
}
