import { AUDIT_ACTIONS, type Person } from '@snug/protocol';
import { usePersonById } from '../people/profiles/use-person.ts';
import { useMe } from '../state/chat-context.ts';
import { compareTexts } from '../strings/compare-texts.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { type AuditFilter, COMMAND_LINE } from './audit-filter.ts';
import { setSearchParam } from './table/search-param.ts';
import { DateFilter, FilterSelect } from './table/toolbar-fields.tsx';

interface AuditFiltersProps {
  filter: AuditFilter;
  /** Of the entries that are shown. */
  actors: readonly Person[];
}

export function AuditFilters({ filter: { by, action, from, to }, actors }: AuditFiltersProps) {
  const texts = lazyStrings.admin;
  const names = Object.entries(lazyStrings.auditActions);
  const actions = AUDIT_ACTIONS.map(value => ({
    value,
    label: names.find(([name]) => name === value)?.[1] ?? value,
  }));
  return (
    <>
      <ActorFilter by={by} actors={actors} />
      <FilterSelect
        label={texts.action}
        options={[{ value: '', label: texts.allActions }, ...actions]}
        value={action}
        onChoose={value => setSearchParam('action', value)}
      />
      <DateFilter
        label={texts.from}
        value={from}
        max={to}
        onChange={value => setSearchParam('from', value)}
      />
      <DateFilter label={texts.to} value={to} min={from} onChange={value => setSearchParam('to', value)} />
    </>
  );
}

/** The menu of a person on "People" leads to the entries of somebody who is not among the options. */
function ActorFilter({ by, actors }: { by: string; actors: readonly Person[] }) {
  const texts = lazyStrings.admin;
  const me = useMe();
  const isPerson = by !== '' && by !== COMMAND_LINE;
  const chosen = usePersonById(isPerson ? by : me.uid);
  const names = new Map([...actors, me, ...(chosen ? [chosen] : [])].map(({ uid, name }) => [uid, name]));
  if (isPerson && !names.has(by)) names.set(by, texts.unknownPerson);
  const people = [...names].map(([value, label]) => ({ value, label }));
  return (
    <FilterSelect
      label={texts.by}
      options={[
        { value: '', label: texts.everyone },
        { value: COMMAND_LINE, label: texts.operator },
        ...people.toSorted((a, b) => compareTexts(a.label, b.label)),
      ]}
      value={by}
      onChoose={value => setSearchParam('by', value)}
    />
  );
}
