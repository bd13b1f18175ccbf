import type { AuditCursor, AuditEntry } from '@snug/protocol';
import { FOREVER } from '@snug/protocol';
import { useCallback } from 'react';
import { useChat } from '../state/chat-context.ts';
import { type Page, usePages } from '../state/use-pages.ts';
import { formatNumber } from '../strings/format-number.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { isolateBidi } from '../ui/text/bidi.ts';
import { Name } from '../ui/text/name.tsx';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import { type AuditFilter, toAuditInput } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';

import { RoomLink } from './room-link.tsx';
import type { Column } from './table/column.ts';
import { useSorting } from './table/sorting.ts';
import { TablePage } from './table/table-page.tsx';
import { useAuditFilter } from './use-audit-filter.ts';

const BY_TIME = { by: 'time', kind: 'time' } as const;

export function AuditPage() {
  const sorting = useSorting([BY_TIME]);
  const filter = useAuditFilter();
  const pages = usePages(useReadEntries(filter, !sorting.descending));
  const isFiltered = Object.values(filter).some(value => value !== '');
  const texts = lazyStrings.admin;
  return (
    <TablePage
      name={texts.audit}
      columns={createColumns()}
      pages={pages}
      getKey={({ id }) => id}
      sorting={sorting}
      none={isFiltered ? texts.noSuchEntries : texts.noEntries}
    >
      <AuditFilters filter={filter} actors={pages.list?.rows.flatMap(({ actor }) => actor ?? []) ?? []} />
    </TablePage>
  );
}

function useReadEntries(
  { by, action, from, to }: AuditFilter,
  oldestFirst: boolean,
): (before: AuditCursor | undefined) => Promise<Page<AuditEntry, AuditCursor>> {
  const { connection } = useChat();
  return useCallback(
    async before => {
      const filter = toAuditInput({ by, action, from, to });
      const input = { ...filter, oldestFirst, ...(before && { before }) };
      const { entries, next } = await connection.command('list_audit', input);
      return { rows: entries, next };
    },
    [connection, by, action, from, to, oldestFirst],
  );
}

function createColumns(): Column<AuditEntry>[] {
  const texts = lazyStrings.admin;
  return [
    { name: texts.time, order: BY_TIME, render: ({ at }) => <RelativeTime at={at} /> },
    { name: texts.action, kind: 'title', render: describeAction },
    { name: texts.by, render: ({ actor }) => (actor ? <Name of={actor.name} /> : texts.operator) },
    { name: texts.person, render: ({ target }) => target && <Name of={target.name} /> },
    { name: texts.room, render: ({ room }) => room && <RoomLink room={room} /> },
    { name: texts.reason, render: entry => describeSetting(entry) ?? describeMove(entry) ?? entry.reason },
  ];
}

function describeSetting({ setting }: AuditEntry): string | undefined {
  if (!setting) return undefined;
  const { workspaceSettings, settingValues, settingChange, ownLogo } = lazyStrings.admin;
  const show = (value: string) =>
    setting.name === 'workspace_name'
      ? isolateBidi(value)
      : (settingValues[value] ?? (setting.name === 'logo' ? ownLogo : value));
  const name = workspaceSettings[setting.name] ?? setting.name;
  return settingChange(name, show(setting.before), show(setting.after));
}

/** What an export or import contains, with the details of an import. */
function describeMove({ moved, reason }: AuditEntry): string | undefined {
  if (!moved) return undefined;
  const { movedRooms, moveFormats } = lazyStrings.admin;
  // A later release has further formats.
  const format = moveFormats[moved.format] ?? moved.format;
  const text = movedRooms(moved.rooms, formatNumber(moved.rooms), format);
  return reason === undefined ? text : `${text}: ${reason}`;
}

function describeAction({ action, until }: AuditEntry): string {
  // A later release has further actions.
  const name = lazyStrings.auditActions[action] ?? action;
  if (until === undefined || until === FOREVER) return name;
  return lazyStrings.admin.until(name, strings.times.date(new Date(until)));
}
