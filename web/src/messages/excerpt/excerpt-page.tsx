import type { LucideIcon } from 'lucide-react';
import { createElement, type ReactNode } from 'react';
import { RoomHeader } from '../../rooms/room-header.tsx';
import { useTitle } from '../../ui/browser/use-title.ts';
import styles from './excerpt-page.module.css';

interface ExcerptPageProps {
  title: string;
  icon: LucideIcon;
  /** Shown in place of the children. */
  note: string | undefined;
  children: ReactNode;
}

/** A list of messages of several rooms. */
export function ExcerptPage({ title, icon, note, children }: ExcerptPageProps) {
  useTitle(title);
  return (
    <div className={styles.page}>
      <RoomHeader name={title} />
      <div className={styles.list}>
        {note === undefined ? (
          children
        ) : (
          <div className={styles.note}>
            {createElement(icon, { size: 40, strokeWidth: 1.3, 'aria-hidden': true })}
            <p>{note}</p>
          </div>
        )}
      </div>
    </div>
  );
}
