import { strings } from '../../strings/strings.ts';
import { classNames } from '../class-names.ts';
import styles from './loading.module.css';

/** Assistive technology announces it at once; it becomes visible after 300 ms. */
export function LoadingText({ text = strings.shell.loading }: { text?: string }) {
  return <output className={styles.words}>{text}</output>;
}

interface LoadingPageProps {
  /** `main` if no parent is the main landmark. */
  element?: 'div' | 'main';
  text: string;
}

export function LoadingPage({ element: Element = 'main', text }: LoadingPageProps) {
  return (
    <Element className={styles.page}>
      <span className={styles.lamp} aria-hidden />
      <LoadingText text={text} />
    </Element>
  );
}

/** `width` in per cent. */
export function SkeletonLine({ width }: { width: 20 | 35 | 50 | 75 | 90 }) {
  return <span className={classNames(styles.line, styles[`w${width}`])} />;
}

export function SkeletonCircle() {
  return <span className={styles.disc} />;
}
