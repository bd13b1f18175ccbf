import type { Message } from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { MessageTable } from '../../db/schema.ts';

// What the server posted, and nobody can change or delete. On the wire, an export is not in `notice`: clients of version 5 show each
// notice as that of a workspace admin who joined.

export type NoticeColumn = Selectable<MessageTable>['notice'];

type Marks = Pick<Message, 'notice' | 'exported'>;

const MARKS: Readonly<Record<NonNullable<NoticeColumn>, Marks>> = {
  admin_joined: { notice: 'admin_joined' },
  exported: { exported: 'person' },
  exported_by_operator: { exported: 'operator' },
};

export function presentNotice(notice: NoticeColumn): Marks {
  return notice === null ? {} : MARKS[notice];
}

/** Undefined for a notice of a newer release. */
export function parseNotice(name: string): NoticeColumn | undefined {
  return Object.hasOwn(MARKS, name) ? (name as NonNullable<NoticeColumn>) : undefined;
}

export function toNoticeColumn({ notice, exported }: Marks): NoticeColumn {
  if (exported !== undefined) return exported === 'person' ? 'exported' : 'exported_by_operator';
  return notice ?? null;
}

export function isNotice({ notice, exported }: Marks): boolean {
  return (notice ?? exported) !== undefined;
}
