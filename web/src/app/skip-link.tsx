import type { MouseEvent } from 'react';
import { focusComposer } from '../composer/focus-composer.ts';
import { strings } from '../strings/strings.ts';
import styles from './skip-link.module.css';

/** Of what a skip link leads to. */
export const MAIN_ID = 'main';

/** The first stop of the keyboard: past the list of rooms, to where one writes, or else to the open room. */
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
