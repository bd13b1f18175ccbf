import { lazyStrings } from '../strings/lazy-strings.ts';
import { navigate, useSearchParam } from '../ui/browser/location.ts';
import { OpenRooms } from './open-rooms.tsx';
import { PrivateRooms } from './private-rooms.tsx';
import { FilterSelect } from './table/toolbar-fields.tsx';

const KINDS = ['open', 'private'] as const;
type Kind = (typeof KINDS)[number];

/** The kind is in the address. */
export function RoomsPage() {
  const kind: Kind = useSearchParam('kind') === 'private' ? 'private' : 'open';
  const texts = lazyStrings.admin;
  const filter = (
    <FilterSelect
      label={texts.kindOfRoom}
      options={KINDS.map(value => ({ value, label: texts.kindsOfRooms[value] }))}
      value={kind}
      onChoose={value => navigate(`/admin/rooms?kind=${value}`, { replace: true })}
    />
  );
  return kind === 'private' ? <PrivateRooms filter={filter} /> : <OpenRooms filter={filter} />;
}
