import { LikeButton } from './like-button.tsx';
import styles from './likes.module.css';
import type { Like } from './use-like.ts';

interface LikesProps {
  messageId: string;
  /** Undefined if the row is far outside the viewport: the line is empty, with its full height. */
  like?: Like;
}

export function Likes({ messageId, like }: LikesProps) {
  return <div className={styles.likes}>{like && <LikeButton messageId={messageId} like={like} />}</div>;
}
