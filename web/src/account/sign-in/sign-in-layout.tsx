import type { ReactNode } from 'react';
import { useTitle } from '../../ui/browser/use-title.ts';
import { Logo } from '../../ui/feedback/logo.tsx';
import styles from './sign-in-page.module.css';

interface SignInLayoutProps {
  heading: string;
  words?: string;
  /** Instead of the logo. */
  picture?: ReactNode;
  /** The title of the page, if it differs from the heading. */
  title?: string;
  below?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages for people who are not signed in. */
export function SignInLayout(props: SignInLayoutProps) {
  const { heading, words, picture, title = heading, below, children } = props;
  useTitle(title);
  return (
    <main className={styles.page}>
      <div className={styles.panel}>
        {picture ?? <Logo size={52} />}
        <h1 className={styles.heading}>{heading}</h1>
        {words !== undefined && <p className={styles.words}>{words}</p>}
        {children}
      </div>
      {below}
    </main>
  );
}
