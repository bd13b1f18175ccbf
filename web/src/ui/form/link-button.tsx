import type { ReactNode } from 'react';
import { Link } from '../browser/link.tsx';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';

export function LinkButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classNames(styles.button, styles.quiet)}>
      {children}
    </Link>
  );
}
