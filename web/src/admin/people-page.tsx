import type { CommandOutput, WorkspacePerson } from '@snug/protocol';
import { useCallback, useDeferredValue, useState } from 'react';
import { BotTag } from '../people/profiles/bot-tag.tsx';
import { getPresenceText } from '../people/profiles/presence-text.ts';
import { useChat } from '../state/chat-context.ts';
import { type Page, usePages } from '../state/use-pages.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { isolateBidi } from '../ui/text/bidi.ts';
import { formatDate } from '../ui/text/format-time.ts';
import { Name } from '../ui/text/name.tsx';
import { PersonActions } from './person-actions.tsx';
import type { Column } from './table/column.ts';
import { type Sorting, useSorting } from './table/sorting.ts';
import styles from './table/table.module.css';
import { TablePage } from './table/table-page.tsx';
import { FilterSelect, SearchField } from './table/toolbar-fields.tsx';

const BY_TIME = { by: 'joined', kind: 'time' } as const;
const BY_NAME = { by: 'name', kind: 'name' } as const;

type Shown = 'everyone' | 'guests' | 'unclaimed';

export function PeoplePage() {
  const [text, setText] = useState('');
  const texts = lazyStrings.admin;
  const sorting = useSorting([BY_NAME, BY_TIME]);
  const query = useDeferredValue(text.trim());
  const [shown, show] = useState<Shown>('everyone');
  const pages = usePages(useReadPeople(query, sorting, shown));
  return (
    <TablePage
      name={texts.peopleTitle}
      columns={createColumns(pages.reload)}
      pages={pages}
      getKey={({ person }) => person.uid}
      sorting={query === '' && shown === 'everyone' ? sorting : undefined}
      none={{ everyone: texts.noPeople, guests: texts.noGuests, unclaimed: texts.noUnclaimed }[shown]}
    >
      <SearchField label={texts.findPerson} text={text} onChange={setText} />
      <FilterSelect
        label={texts.shownPeople}
        options={[
          { value: 'everyone', label: texts.allPeople },
          { value: 'guests', label: texts.guests },
          { value: 'unclaimed', label: texts.notClaimed },
        ]}
        value={shown}
        onChoose={show}
      />
    </TablePage>
  );
}

function createColumns(onChange: () => void): Column<WorkspacePerson>[] {
  const texts = lazyStrings.admin;
  return [
    {
      name: texts.person,
      kind: 'title',
      order: BY_NAME,
      render: ({ person, admin, suspendedAt, unclaimed, guest }) => (
        <span className={styles.name}>
          <Name of={person.name} /> <BotTag person={person} />
          {guest && <span className={styles.note}>{describeGuest(guest)}</span>}
          {admin && <span className={styles.note}>{texts.workspaceAdmin}</span>}
          {unclaimed && <span className={styles.note}>{texts.notClaimed}</span>}
          {suspendedAt !== undefined && <span className={styles.note}>{texts.suspended}</span>}
        </span>
      ),
    },
    { name: texts.presence, render: ({ presence }) => getPresenceText(presence) },
    {
      name: texts.joined,
      order: BY_TIME,
      render: ({ person: { createdAt } }) => createdAt > 0 && formatDate(createdAt),
    },
    {
      name: texts.actions,
      kind: 'actions',
      render: row => <PersonActions row={row} onChange={onChange} />,
    },
  ];
}

function describeGuest({ inviter, until }: NonNullable<WorkspacePerson['guest']>): string {
  const parts = inviter ? [lazyStrings.admin.invitedBy(isolateBidi(inviter.name))] : [];
  const { until: describeUntil, over } = lazyStrings.guests;
  if (until !== undefined) parts.push((until > Date.now() ? describeUntil : over)(formatDate(until - 1)));
  return parts.join(', ');
}

type Cursor = NonNullable<CommandOutput<'list_workspace_people'>['next']>;

function useReadPeople(
  text: string,
  { by, descending }: Sorting,
  shown: Shown,
): (after: Cursor | undefined) => Promise<Page<WorkspacePerson, Cursor>> {
  const { connection } = useChat();
  return useCallback(
    async after => {
      const order = { sort: by as 'joined' | 'name', descending };
      const filter = { ...(text !== '' && { text }), ...(shown !== 'everyone' && { [shown]: true }) };
      const input = { ...filter, ...order, ...(after && { after }) };
      const { people, next } = await connection.command('list_workspace_people', input);
      return { rows: people, next };
    },
    [connection, text, by, descending, shown],
  );
}
