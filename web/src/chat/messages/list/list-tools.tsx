import type { RefObject } from 'react';
import { LazyReactionPeople } from '../../reactions/lazy-reaction-people.ts';
import { LazyRowPress } from '../row/lazy-row-press.ts';
import type { OpenMenu } from '../row/message-actions.tsx';
import type { Day } from '../rows.ts';
import { LazyCopyTranscript } from './lazy-copy-transcript.ts';

interface ListToolsProps {
  list: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  days: readonly Day[];
  openSheet: (messageId: string) => void;
  openMenu: OpenMenu;
}

/** They load when the page is idle. */
export function ListTools(props: ListToolsProps) {
  const { list, scroller, days, openSheet, openMenu } = props;
  return (
    <>
      <LazyCopyTranscript list={list} />
      <LazyRowPress list={scroller} onSheet={openSheet} onMenu={openMenu} />
      <LazyReactionPeople list={scroller} days={days} />
    </>
  );
}
