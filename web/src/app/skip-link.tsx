import type { MouseEvent } from 'react';
import { focusComposer } from '../chat/composer/focus-composer.ts';
import { strings } from '../strings/strings.ts';
import styles from './skip-link.module.css';

export const MAIN_ID = 'main';

/** The first tab stop. */
export function SkipLink() {
  return (
    <a className={styles.link} href={`#${MAIN_ID}`} onClick={skipToMain}>
      {strings.shell.skip}
    </a>
  );
}

function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById(MAIN_ID)?.focus();
  focusComposer();
}
