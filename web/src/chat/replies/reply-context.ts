import { createContext } from 'react';

interface ReplyActions {
  /** Shows the message with the id `to`; "Back to reply" then leads back to the message `from`. */
  jump: (to: string, from: string) => void;
  /** Undefined unless the reader has jumped to the source of a reply. */
  back?: (() => void) | undefined;
  /** In a conversation, the first message: its replies show no quote of it. */
  rootId?: string | undefined;
}

export const ReplyContext = createContext<ReplyActions>({ jump: () => {} });
