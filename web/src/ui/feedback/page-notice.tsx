import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import styles from './page-notice.module.css';

interface PageNoticeProps {
  /** `main` if no parent is the main landmark. */
  element?: 'div' | 'main';
  title: string;
  text: string;
  children: ReactNode;
}

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
