import type { RefObject } from 'react';
import { LazyReactionPeople } from '../../reactions/lazy-reaction-people.ts';
import type { ActionTarget } from '../actions/action-target.ts';
import { LazyRowKeyListener } from '../keyboard/lazy-row-key-listener.ts';
import type { RowFocus } from '../keyboard/row-focus.ts';
import { LazyRowPress } from '../row/lazy-row-press.ts';
import type { OpenMenu } from '../row/message-actions.tsx';
import type { Day } from '../rows.ts';
import { LazyCopyTranscript } from './lazy-copy-transcript.ts';

interface ListToolsProps {
  list: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  days: readonly Day[];
  focus: RowFocus;
  openSheet: (messageId: string) => void;
  openMenu: OpenMenu;
  onAction: (target: ActionTarget) => void;
}

/** They load when the page is idle. */
export function ListTools(props: ListToolsProps) {
  const { list, scroller, days, focus, openSheet, openMenu, onAction } = props;
  return (
    <>
      <LazyRowKeyListener focus={focus} scroller={scroller} onAction={onAction} />
      <LazyCopyTranscript list={list} />
      <LazyRowPress list={scroller} onSheet={openSheet} onMenu={openMenu} />
      <LazyReactionPeople list={scroller} days={days} />
    </>
  );
}
