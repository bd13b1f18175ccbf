import { LinkButton } from '../ui/link-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { useTitle } from '../ui/use-title.ts';
import { words } from '../words/words.ts';
import styles from './not-found-page.module.css';

/** For an address that leads nowhere in Snug. */
export function NotFoundPage() {
  useTitle(words.shell.noPage);
  return (
    <div className={styles.page}>
      <Mark size={56} />
      <h1 className={styles.heading}>{words.shell.noPage}</h1>
      <p className={styles.words}>{words.shell.noPageWhy}</p>
      <LinkButton href="/">{words.shell.toRooms}</LinkButton>
    </div>
  );
}
