import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import styles from './notes.module.css';

/** Sentences above a table. */
export function Notes({ children }: { children: ReactNode }) {
  return <div className={styles.notes}>{children}</div>;
}

export function Problems({ of: problems }: { of: readonly string[] }) {
  if (problems.length === 0) return <p>{lazyStrings.admin.noProblems}</p>;
  return (
    <ul className={styles.problems} aria-label={lazyStrings.admin.problems}>
      {problems.map(problem => (
        <li key={problem} className={styles.problem}>
          <TriangleAlert className={styles.icon} size={18} aria-hidden />
          {problem}
        </li>
      ))}
    </ul>
  );
}
