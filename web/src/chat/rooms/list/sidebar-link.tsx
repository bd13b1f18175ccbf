import type { LucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { Link } from '../../../ui/browser/link.tsx';
import { usePath } from '../../../ui/browser/location.ts';
import styles from './sidebar-link.module.css';

interface SidebarLinkProps {
  href: string;
  label: string;
  icon: LucideIcon;
}

/** A quiet link to a page about all rooms. */
export function SidebarLink({ href, label, icon }: SidebarLinkProps) {
  return (
    <Link href={href} className={styles.link} aria-current={usePath() === href ? 'page' : undefined}>
      {createElement(icon, { size: 16, strokeWidth: 1.8, 'aria-hidden': true })}
      {label}
    </Link>
  );
}
