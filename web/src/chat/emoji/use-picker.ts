import type { KnownEmoji } from '@snug/client';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { getCustomName } from '../../emoji/custom-name.ts';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { isRightToLeft } from '../../strings/language.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { type EmojiData, type EmojiEntry, emojiData, loadEmojiData } from './emoji-data.ts';
import { customMemory, emojiMemory, listUsed } from './emoji-memory.ts';
import { buildRows, type Cell, moveCell, type PickerRow, type PickerSection } from './picker-rows.ts';
import { searchEmoji } from './search-emoji.ts';
import { toCustomEntry } from './to-custom-entry.ts';

const MAX_RESULTS = 80;

/** Two lines of recent emoji at most. */
const MAX_RECENT_LINES = 2;

export interface Picker {
  id: string;
  query: string;
  rows: readonly PickerRow[];
  active: Cell | undefined;
  state: 'loading' | 'failed' | 'ready';
  search: (query: string) => void;
  select: (cell: Cell) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function usePicker(columns: number, onPick: (emoji: string) => void): Picker {
  const id = useId();
  const { data, hasFailed } = useEmojiData();
  const [query, setQuery] = useState('');
  const [active, select] = useState<Cell>();
  const [used] = useState(() => listUsed(emojiMemory.get(), customMemory.get()));
  const chat = useChat();
  const known = useStore(chat.emoji.known);
  const workspace = useStore(chat.workspace.settings)?.name ?? '';
  const rows = useMemo(
    () => (data ? buildRows(listSections(data, { query, used, columns, known, workspace }), columns) : []),
    [data, query, used, columns, known, workspace],
  );

  function search(query: string): void {
    setQuery(query);
    select(query.trim() === '' ? undefined : { row: 0, column: 0 });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return;
    const chosen = active && rows[active.row]?.cells[active.column];
    if (key === 'Enter') {
      event.preventDefault();
      if (chosen) onPick(chosen.emoji);
      return;
    }
    const isVertical = key === 'ArrowDown' || key === 'ArrowUp';
    // Without an active emoji, or at the caret in the text of a search, left and right move the caret.
    if (!isVertical && (!active || query !== '')) return;
    const next = active ? moveCell(rows, active, key, isRightToLeft()) : { row: 0, column: 0 };
    if (!next) return;
    event.preventDefault();
    select(next);
  }

  const state = data ? 'ready' : hasFailed ? 'failed' : 'loading';
  return { id, query, rows, active, state, search, select, onKeyDown };
}

function useEmojiData(): { data: EmojiData | undefined; hasFailed: boolean } {
  const data = useStore(emojiData);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    loadEmojiData().catch(() => setFailed(true));
  }, []);
  return { data, hasFailed };
}

interface SectionOptions {
  query: string;
  used: readonly string[];
  columns: number;
  known: KnownEmoji;
  workspace: string;
}

function listSections(
  data: EmojiData,
  { query, used, columns, known, workspace }: SectionOptions,
): PickerSection[] {
  const custom = known.list.map(toCustomEntry);
  if (query.trim() !== '')
    return [{ title: lazyStrings.emoji.results, emoji: searchEmoji(data, query, MAX_RESULTS, custom) }];
  const recent = used.flatMap(emoji => findEntry(data, known, emoji) ?? []);
  const groups = data.groups.map((emoji, index) => ({
    title: lazyStrings.emoji.groups[index] ?? '',
    emoji,
  }));
  return [
    { title: lazyStrings.emoji.recent, emoji: recent.slice(0, columns * MAX_RECENT_LINES) },
    { title: workspace, emoji: custom },
    ...groups,
  ];
}

function findEntry(data: EmojiData, known: KnownEmoji, emoji: string): EmojiEntry | undefined {
  const name = getCustomName(emoji);
  const custom = name === undefined ? undefined : known.find(name);
  return custom ? toCustomEntry(custom) : data.byEmoji.get(emoji);
}
