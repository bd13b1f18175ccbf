import type { ReactNode } from 'react';
import { useTitle } from '../ui/browser/use-title.ts';
import { Logo } from '../ui/feedback/logo.tsx';
import styles from './sign-in-page.module.css';

interface SignInDoorProps {
  heading: string;
  words: string;
  /** Instead of the logo. */
  picture?: ReactNode;
  /** The title of the page, if it differs from the heading. */
  title?: string;
  below?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages for people who are not signed in. */
export function SignInDoor(props: SignInDoorProps) {
  const { heading, words, picture, title = heading, below, children } = props;
  useTitle(title);
  return (
    <main className={styles.page}>
      <div className={styles.door}>
        {picture ?? <Logo size={52} />}
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.words}>{words}</p>
        {children}
      </div>
      {below}
    </main>
  );
}
