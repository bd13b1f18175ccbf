import { LikeButton } from './like-button.tsx';
import styles from './likes.module.css';
import type { Like } from './use-like.ts';

interface LikesProps {
  messageId: string;
  /** Absent where the row is far from what is in view: then only the place is kept. */
  like?: Like;
}

/** The line below a message that somebody likes. */
export function Likes({ messageId, like }: LikesProps) {
  return <div className={styles.likes}>{like && <LikeButton messageId={messageId} like={like} />}</div>;
}
