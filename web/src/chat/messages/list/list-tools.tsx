import type { RefObject } from 'react';
import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';
import { HeldRightClick } from '../../../ui/menu/held-right-click.tsx';
import type { OpenMenu } from '../row/message-actions.tsx';
import type { Day } from '../rows.ts';

/** Until it has loaded, the browser copies the text that it shows. */
const LazyCopyTranscript = createIdleComponent(() => import('./copy-transcript.tsx'), 'CopyTranscript');
const LazyRowPress = createIdleComponent(() => import('../row/row-press.tsx'), 'RowPress', HeldRightClick);
const LazyReactionPeople = createIdleComponent(
  () => import('../../reactions/reaction-people.tsx'),
  'ReactionPeople',
);

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
