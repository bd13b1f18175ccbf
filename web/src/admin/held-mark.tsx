import { lazyStrings } from '../strings/lazy-strings.ts';
import styles from './table/table.module.css';

/** Of a room that the operator of the server holds. Its members do not see it. */
export function HeldMark() {
  const { held, heldHint } = lazyStrings.admin;
  return (
    <span className={styles.note} title={heldHint}>
      {held}
    </span>
  );
}
