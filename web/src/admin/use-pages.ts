import { useEffect, useState } from 'react';
import { showCommandError } from '../ui/feedback/toast.ts';

export interface Page<Row, Cursor> {
  rows: readonly Row[];
  next?: Cursor | undefined;
}

/** The pages of a list that the reader asked for. `read` is stable until the list is another one. */
export function usePages<Row, Cursor>(read: (from: Cursor | undefined) => Promise<Page<Row, Cursor>>) {
  const [list, setList] = useState<Page<Row, Cursor> & { read: unknown }>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    const request = { isCurrent: true };
    read(undefined).then(page => request.isCurrent && setList({ ...page, read }), showCommandError);
    return () => void (request.isCurrent = false);
  }, [read]);

  async function showMore(): Promise<void> {
    if (!list?.next) return;
    setBusy(true);
    try {
      const page = await read(list.next);
      setList({ ...page, rows: [...list.rows, ...page.rows], read });
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  function reload(): void {
    read(undefined).then(page => setList({ ...page, read }), showCommandError);
  }

  return { list, isBusy, showMore, reload };
}
