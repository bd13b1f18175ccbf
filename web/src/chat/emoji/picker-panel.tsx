import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { getCustomName } from '../../emoji/custom-name.ts';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useCanAddEmoji } from './adding/use-can-add-emoji.ts';
import type { EmojiEntry } from './emoji-data.ts';
import { emojiMemory } from './emoji-memory.ts';
import styles from './emoji-picker.module.css';
import { cellId, PickerGrid } from './picker-grid.tsx';
import { ToneChoice } from './tone-choice.tsx';
import { type Picker, usePicker } from './use-picker.ts';

interface PickerPanelProps {
  field: RefObject<HTMLInputElement | null>;
  onPick: (emoji: string) => void;
  /** Undefined where no emoji can be added to the workspace. */
  onAdd?: () => void;
}

/** The focus stays in the search field, and arrow keys move the active emoji. */
export function PickerPanel({ field, onPick, onAdd }: PickerPanelProps) {
  const [columns] = useState(countColumns);
  const { tone } = useStore(emojiMemory);
  const picker = usePicker(columns, onPick);
  const { id, query, active, rows, search, onKeyDown } = picker;
  const chosen = active && rows[active.row]?.cells[active.column];
  useEffect(() => {
    if (active) document.getElementById(cellId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <>
      <div className={styles.top}>
        <input
          ref={field}
          type="search"
          className={styles.field}
          name="emoji"
          autoComplete="off"
          aria-label={lazyStrings.emoji.find}
          placeholder={lazyStrings.emoji.find}
          aria-controls={`${id}-grid`}
          aria-activedescendant={chosen && active && cellId(id, active)}
          value={query}
          onChange={event => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <ToneChoice tone={tone} />
      </div>
      <PickerState picker={picker} />
      <PickerGrid picker={picker} tone={tone} onPick={onPick} />
      <PickerFooter chosen={chosen} onAdd={onAdd} />
    </>
  );
}

interface PickerFooterProps {
  chosen: EmojiEntry | undefined;
  onAdd: (() => void) | undefined;
}

function PickerFooter({ chosen, onAdd }: PickerFooterProps) {
  const { emoji, workspace } = useChat();
  const canAdd = useCanAddEmoji() && onAdd !== undefined;
  const isEmpty = useStore(emoji.known).list.length === 0;
  const name = useStore(workspace.settings)?.name ?? '';
  const texts = lazyStrings.addEmoji;
  return (
    <div className={styles.footer} data-adds={canAdd || undefined}>
      <p className={styles.preview} aria-hidden={chosen !== undefined || undefined}>
        {chosen && (
          <>
            <span className={styles.previewName}>{chosen.name}</span>
            {getCustomName(chosen.emoji) === undefined && (
              <span className={styles.shortcode}>{`:${chosen.shortcodes[0]}:`}</span>
            )}
          </>
        )}
        {!chosen && canAdd && isEmpty && <span className={styles.shortcode}>{texts.none(name)}</span>}
      </p>
      {canAdd && (
        <button type="button" className={styles.add} onClick={onAdd}>
          <Plus size={15} strokeWidth={2.2} aria-hidden />
          {texts.title}
        </button>
      )}
    </div>
  );
}

function PickerState({ picker: { state, rows, query } }: { picker: Picker }) {
  const isEmpty = state === 'ready' && rows.length === 0 && query !== '';
  return (
    <output className={styles.state}>
      {state === 'failed' && lazyStrings.emoji.loadFailed}
      {isEmpty && lazyStrings.emoji.none}
    </output>
  );
}

/** Targets of 44 px on touch screens. */
function countColumns(): number {
  if (!matchMedia('(pointer: coarse)').matches) return 8;
  return Math.max(6, Math.min(Math.floor((Math.min(innerWidth, 400) - 24) / 44), 8));
}
