import type { ReactNode } from 'react';
import { useCanCreate } from '../state/use-workspace.ts';
import styles from './program-list.module.css';

interface CreatorsOnlyProps {
  /** For people who may not create bots and webhooks. */
  otherwise: string;
  children: ReactNode;
}

/** The setting can change while a form is open, so that a form keeps its texts. */
export function CreatorsOnly({ otherwise, children }: CreatorsOnlyProps) {
  if (useCanCreate('bots')) return children;
  return <output className={styles.intro}>{otherwise}</output>;
}
