import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { navigate, useSearchParam } from '../../ui/browser/location.ts';
import { useTitle } from '../../ui/browser/use-title.ts';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { RoomHeader } from '../rooms/room-header.tsx';
import { ConversationList } from './conversation-list.tsx';
import styles from './conversations-page.module.css';
import type { Shown } from './use-conversation-list.ts';

/** The conversations that the person follows. */
export function ConversationsPage() {
  const shown: Shown = useSearchParam('show') === 'all' ? 'all' : 'new';
  const texts = lazyStrings.conversations;
  useTitle(strings.rooms.conversations);
  return (
    <div className={styles.page}>
      <RoomHeader name={strings.rooms.conversations} />
      <div className={styles.choice}>
        <SegmentedControl
          label={texts.show}
          isLabelHidden
          name="conversations"
          value={shown}
          options={[
            { value: 'new', label: texts.new },
            { value: 'all', label: texts.all },
          ]}
          onChoose={value => navigate(value === 'all' ? '?show=all' : location.pathname, { replace: true })}
        />
      </div>
      <ConversationList key={shown} shown={shown} />
    </div>
  );
}
