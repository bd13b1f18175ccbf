import type { ServerState } from '@snug/protocol';
import { formatSize } from '../../files/view/format-size.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import type { Column } from '../table/column.ts';
import { TablePage } from '../table/table-page.tsx';
import { Notes, Problems } from './notes.tsx';
import { isAlmostFull } from './problems.ts';
import { useServerState } from './use-server-state.ts';

interface Amount {
  name: string;
  bytes: number;
}

export function StoragePage() {
  const { pages, state } = useServerState(getAmounts);
  const texts = lazyStrings.admin;
  const columns: Column<Amount>[] = [
    { name: texts.storage, kind: 'title', render: ({ name }) => name },
    { name: texts.amount, render: ({ bytes }) => formatSize(bytes) },
  ];
  return (
    <>
      {state && (
        <Notes>
          {isAlmostFull(state) ? (
            <Problems of={[texts.lowSpace]} />
          ) : (
            <p>{texts.enoughSpace(formatSize(state.disk.free))}</p>
          )}
        </Notes>
      )}
      <TablePage
        name={texts.storage}
        columns={columns}
        pages={pages}
        getKey={({ name }) => name}
        none={texts.notLoaded}
      />
    </>
  );
}

function getAmounts({ databaseBytes, disk }: ServerState): Amount[] {
  const texts = lazyStrings.admin;
  return [
    { name: texts.database, bytes: databaseBytes },
    { name: texts.freeSpace, bytes: disk.free },
    { name: texts.diskSize, bytes: disk.total },
  ];
}
