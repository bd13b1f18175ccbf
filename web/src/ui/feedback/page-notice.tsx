import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import styles from './page-notice.module.css';

interface PageNoticeProps {
  /** `main` where nothing around it is. */
  element?: 'div' | 'main';
  title: string;
  text: string;
  /** The way on, such as a button. */
  children: ReactNode;
}

/** A page that says one thing and offers one way on. */
export function PageNotice({ element: Element = 'div', title, text, children }: PageNoticeProps) {
  return (
    <Element className={styles.page}>
      <Logo size={56} />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.words}>{text}</p>
      {children}
    </Element>
  );
}
