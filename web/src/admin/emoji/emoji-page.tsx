import type { AddedEmoji } from '@snug/protocol';
import { Plus } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { LazyAddEmoji } from '../../chat/emoji/adding/lazy-add-emoji.tsx';
import { useChat } from '../../state/chat-context.ts';
import { type Page, usePages } from '../../state/use-pages.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from '../../ui/form/button.tsx';
import { Name } from '../../ui/text/name.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import type { Column } from '../table/column.ts';
import { TablePage } from '../table/table-page.tsx';
import { SearchField } from '../table/toolbar-fields.tsx';
import { EmojiActions } from './emoji-actions.tsx';
import { EmojiAudience } from './emoji-audience.tsx';
import { EmojiNameCell } from './emoji-name-cell.tsx';
import styles from './emoji-page.module.css';
import { OtherNames } from './other-names.tsx';

/** The emoji of the workspace, with deleted ones. */
export function EmojiPage() {
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim().replaceAll(':', '').toLowerCase());
  const pages = usePages(useReadEmoji(query));
  const { known } = useChat().emoji;
  const [isAdding, setAdding] = useState(false);
  const isConnected = useStore(useChat().connection.state).status === 'connected';
  const texts = lazyStrings.adminEmoji;
  // Each change of this or another admin.
  const reload = useEffectEvent(() => pages.reload());
  useEffect(() => known.subscribe(() => reload()), [known]);
  return (
    <TablePage
      name={texts.title}
      columns={createColumns(pages.reload)}
      pages={pages}
      getKey={({ key }) => key}
      none={query === '' ? texts.none : texts.noneFound}
      top={<EmojiAudience />}
    >
      <SearchField label={texts.find} text={text} onChange={setText} />
      {isConnected && (
        <Button variant="main" className={styles.add} onClick={() => setAdding(true)}>
          <Plus size={16} aria-hidden />
          {lazyStrings.addEmoji.title}
        </Button>
      )}
      <LazyAddEmoji isOpen={isAdding} onOpenChange={setAdding} />
    </TablePage>
  );
}

function useReadEmoji(text: string): (after: string | undefined) => Promise<Page<AddedEmoji, string>> {
  const { connection } = useChat();
  return useCallback(
    async after => {
      const input = { ...(text !== '' && { text }), ...(after !== undefined && { after }) };
      const { emoji, next } = await connection.command('list_workspace_emoji', input);
      return { rows: emoji, next };
    },
    [connection, text],
  );
}

function createColumns(onChange: () => void): Column<AddedEmoji>[] {
  const texts = lazyStrings.adminEmoji;
  return [
    { name: texts.emoji, kind: 'title', render: emoji => <EmojiNameCell emoji={emoji} /> },
    {
      name: texts.names,
      render: emoji => emoji.names.length > 0 && <OtherNames emoji={emoji} onChange={onChange} />,
    },
    { name: texts.addedBy, render: ({ addedBy }) => addedBy && <Name of={addedBy.name} /> },
    { name: texts.added, render: ({ at }) => <RelativeTime at={at} /> },
    {
      name: lazyStrings.admin.actions,
      kind: 'actions',
      render: emoji => <EmojiActions emoji={emoji} onChange={onChange} />,
    },
  ];
}
