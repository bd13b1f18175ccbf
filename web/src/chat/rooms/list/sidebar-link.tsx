import type { LucideIcon } from 'lucide-react';
import { createElement, type ReactNode } from 'react';
import { Link } from '../../../ui/browser/link.tsx';
import { usePath } from '../../../ui/browser/location.ts';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import styles from './sidebar-link.module.css';

interface SidebarLinkProps {
  href: string;
  label: string;
  icon: LucideIcon;
  /** With its number, if it has one. */
  name?: string | undefined;
  /** A number, which has its space before it shows. */
  children?: ReactNode;
}

/** A quiet link to a page about all rooms. */
export function SidebarLink({ href, label, name, icon, children }: SidebarLinkProps) {
  return (
    <Link href={href} className={styles.link} aria-current={usePath() === href ? 'page' : undefined}>
      {createElement(icon, { size: 16, strokeWidth: 1.8, 'aria-hidden': true })}
      <span className={styles.label} aria-hidden={name !== undefined || undefined}>
        {label}
      </span>
      {name !== undefined && <VisuallyHidden>{name}</VisuallyHidden>}
      {children && <span className={styles.number}>{children}</span>}
    </Link>
  );
}
