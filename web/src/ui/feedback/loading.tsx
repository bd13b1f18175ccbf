import { strings } from '../../strings/strings.ts';
import { classNames } from '../class-names.ts';
import styles from './loading.module.css';

/** Says that something is coming: at once to assistive technology, after 300 ms to everyone. */
export function LoadingText({ words: text = strings.shell.loading }: { words?: string }) {
  return <output className={styles.words}>{text}</output>;
}

export function LoadingPage({ words }: { words: string }) {
  return (
    <main className={styles.page}>
      <span className={styles.lamp} aria-hidden />
      <LoadingText words={words} />
    </main>
  );
}

/** A grey bar where a line of text will be. `width` in per cent. */
export function SkeletonLine({ width }: { width: 20 | 35 | 50 | 75 | 90 }) {
  return <span className={classNames(styles.line, styles[`w${width}`])} />;
}

export function SkeletonCircle() {
  return <span className={styles.disc} />;
}
