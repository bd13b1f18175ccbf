import { strings } from '../../strings/strings.ts';
import { classNames } from '../class-names.ts';
import styles from './loading.module.css';

/** Assistive technology announces it at once; it becomes visible after 300 ms. */
export function LoadingText({ text = strings.shell.loading }: { text?: string }) {
  return <output className={styles.words}>{text}</output>;
}

export function LoadingPage({ text }: { text: string }) {
  return (
    <main className={styles.page}>
      <span className={styles.lamp} aria-hidden />
      <LoadingText text={text} />
    </main>
  );
}

/** `width` in per cent. */
export function SkeletonLine({ width }: { width: 20 | 35 | 50 | 75 | 90 }) {
  return <span className={classNames(styles.line, styles[`w${width}`])} />;
}

export function SkeletonCircle() {
  return <span className={styles.disc} />;
}
