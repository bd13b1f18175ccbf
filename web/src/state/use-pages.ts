import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { showCommandError } from '../ui/feedback/toast.ts';
import { useChat } from './chat-context.ts';
import { FirstRows } from './first-rows.ts';
import type { ListCopy } from './offline/list-copies.ts';
import { ReadOrder } from './read-order.ts';
import { useStore } from './use-store.ts';

export interface Page<Row, Cursor> {
  rows: readonly Row[];
  next?: Cursor | undefined;
}

/**
 * The pages of a list that the reader asked for. `read` is stable until the list is another one. A list that could not be read
 * is read again with the next connection. Until the list is known, its `copy` shows, which is stable like `read`.
 */
export function usePages<Row, Cursor>(
  read: (from: Cursor | undefined) => Promise<Page<Row, Cursor>>,
  copy?: ListCopy<Row>,
) {
  const { connection } = useChat();
  const isConnected = useStore(connection.state).status === 'connected';
  const [list, setList] = useState<Page<Row, Cursor> & { read: unknown }>();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const current = useRef<unknown>(undefined);
  const [order] = useState(() => new ReadOrder());
  const firstRows = useMemo(() => new FirstRows((count: number) => readRows(read, undefined, count)), [read]);

  useEffect(() => {
    current.current = read;
    const isInOrder = order.begin();
    firstRows.read(1).then(
      page => current.current === read && isInOrder() && setList({ ...page, read }),
      error => {
        if (current.current !== read) return;
        setFailed(() => read);
        if (connection.state.get().status === 'connected') showCommandError(error);
      },
    );
    return () => void (current.current = undefined);
  }, [connection, firstRows, order, read]);

  const retry = useEffectEvent(() => {
    if (failed === read && list?.read !== read) reload();
  });
  useEffect(() => {
    if (isConnected) retry();
  }, [isConnected]);

  function reload(): void {
    const isInOrder = order.begin();
    firstRows
      .read(Math.max(1, list?.rows.length ?? 0))
      .then(page => current.current === read && isInOrder() && setList({ ...page, read }), showCommandError);
  }

  async function showMore(): Promise<void> {
    if (!list?.next) return;
    setBusy(true);
    try {
      const page = await readRows(read, list.next, 1);
      setList(now => {
        // Another list may have replaced this one meanwhile, or its rows may have changed before the page.
        if (!now || now.read !== list.read || now.next !== list.next) return now;
        return { ...page, rows: [...now.rows, ...page.rows], read };
      });
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  /** Without reading the pages again. The results of reads that run are edited, too. */
  function change(edit: (list: Page<Row, Cursor>) => Page<Row, Cursor>): void {
    firstRows.edit(edit);
    setList(now => now && { ...edit(now), read: now.read });
  }

  const copied = useCopy(copy, list?.read === read ? list.rows : undefined);
  const isStale = list !== undefined && list.read !== read;
  return { list: list ?? copied, isBusy, isStale, hasFailed: failed === read, showMore, reload, change };
}

/** What the copy has, until there are newer rows, which replace it. */
function useCopy<Row>(copy: ListCopy<Row> | undefined, rows: readonly Row[] | undefined) {
  const [copied, setCopied] = useState<{ rows: readonly Row[]; next?: undefined }>();
  useEffect(() => {
    let isShown = true;
    void copy?.load().then(rows => isShown && setCopied(rows && { rows }));
    return () => {
      isShown = false;
    };
  }, [copy]);
  useEffect(() => {
    if (rows) copy?.put(rows);
  }, [copy, rows]);
  return copied;
}

/** Pages from `from` on, with at least so many rows if there are as many. */
export async function readRows<Row, Cursor>(
  read: (from: Cursor | undefined) => Promise<Page<Row, Cursor>>,
  from: Cursor | undefined,
  count: number,
): Promise<Page<Row, Cursor>> {
  let page = await read(from);
  while (page.next !== undefined && page.rows.length < count) {
    const next = await read(page.next);
    page = { ...next, rows: [...page.rows, ...next.rows] };
  }
  return page;
}
