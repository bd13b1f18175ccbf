import type { ServerState, StorageUse } from '@snug/protocol';
import { useCallback, useState } from 'react';
import { formatSize } from '../../chat/files/view/format-size.ts';
import { useChat } from '../../state/chat-context.ts';
import { type Page, usePages } from '../../state/use-pages.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import type { Column } from '../table/column.ts';
import { TablePage } from '../table/table-page.tsx';
import { LargestRooms } from './largest-rooms.tsx';
import { Notes, Problems } from './notes.tsx';
import { isAlmostFull } from './problems.ts';

interface Amount {
  name: string;
  bytes: number;
  files?: number;
}

interface Read {
  server: ServerState;
  use: StorageUse;
}

export function StoragePage() {
  const [read, setRead] = useState<Read>();
  const pages = usePages(useReadAmounts(setRead));
  const texts = lazyStrings.admin;
  const columns: Column<Amount>[] = [
    { name: texts.storage, kind: 'title', render: ({ name }) => name },
    { name: texts.files, render: ({ files }) => files !== undefined && formatNumber(files) },
    { name: texts.amount, render: ({ bytes }) => formatSize(bytes) },
  ];
  return (
    <>
      {read && <Summary read={read} />}
      <TablePage
        name={texts.storage}
        columns={columns}
        pages={pages}
        getKey={({ name }) => name}
        none={texts.notLoaded}
      />
      {read && read.use.rooms.length > 0 && <LargestRooms rooms={read.use.rooms} />}
    </>
  );
}

function Summary({ read: { server, use } }: { read: Read }) {
  const texts = lazyStrings.admin;
  return (
    <Notes>
      {isAlmostFull(server) ? (
        <Problems of={[texts.lowSpace]} />
      ) : (
        <p>{texts.enoughSpace(formatSize(server.disk.free))}</p>
      )}
      {use.countedAt === undefined ? (
        <p>{texts.notCounted}</p>
      ) : (
        <p>
          {texts.counted} <RelativeTime at={use.countedAt} />
        </p>
      )}
    </Notes>
  );
}

function useReadAmounts(onRead: (read: Read) => void): () => Promise<Page<Amount, never>> {
  const { connection } = useChat();
  return useCallback(async () => {
    const [server, use] = await Promise.all([
      connection.command('get_server', {}),
      connection.command('get_storage', {}),
    ]);
    onRead({ server, use });
    return { rows: listAmounts(server, use) };
  }, [connection, onRead]);
}

function listAmounts({ databaseBytes, disk }: ServerState, { kinds, unsent, deleted }: StorageUse): Amount[] {
  const texts = lazyStrings.admin;
  const sent = {
    files: sum(kinds.map(({ files }) => files)),
    bytes: sum(kinds.map(({ bytes }) => bytes)),
  };
  return [
    ...kinds.map(({ kind, ...use }) => ({ name: texts.fileKinds[kind], ...use })),
    ...(kinds.length > 0 ? [{ name: texts.allFiles, ...sent }] : []),
    { name: texts.unsentFiles, ...unsent },
    { name: texts.deletedFiles, ...deleted },
    { name: texts.database, bytes: databaseBytes },
    { name: texts.freeSpace, bytes: disk.free },
    { name: texts.diskSize, bytes: disk.total },
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
