import type { ServerState } from '@snug/protocol';
import { useCallback, useRef, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { type Page, usePages } from '../../state/use-pages.ts';

/** The rows of one of the pages about the server, and the state that they come from. `toRows` is stable. */
export function useServerState<Row>(toRows: (state: ServerState) => readonly Row[]) {
  const { connection } = useChat();
  const [state, setState] = useState<ServerState>();
  const isCheckup = useRef(false);
  const read = useCallback(async (): Promise<Page<Row, never>> => {
    const next = await connection.command('get_server', isCheckup.current ? { check: true } : {});
    isCheckup.current = false;
    setState(next);
    return { rows: toRows(next) };
  }, [connection, toRows]);
  const pages = usePages(read);

  /** The server first checks its machine. */
  function checkAgain(): void {
    isCheckup.current = true;
    pages.reload();
  }

  return { pages, state, checkAgain };
}
