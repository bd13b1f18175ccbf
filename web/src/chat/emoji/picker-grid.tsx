import { type CSSProperties, memo, type PointerEvent, useRef } from 'react';
import { EmojiGlyph } from '../../emoji/emoji-glyph.tsx';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import type { EmojiEntry } from './emoji-data.ts';
import styles from './emoji-picker.module.css';
import type { Cell, PickerRow } from './picker-rows.ts';
import { applyTone, type SkinTone } from './skin-tone.ts';
import { useIsNear } from './use-is-near.ts';
import type { Picker } from './use-picker.ts';

interface PickerGridProps {
  picker: Picker;
  tone: SkinTone;
  onPick: (emoji: string) => void;
}

export function cellId(id: string, { row, column }: Cell): string {
  return `${id}-${row}-${column}`;
}

export function PickerGrid({ picker: { id, rows, active, select }, tone, onPick }: PickerGridProps) {
  const columns = Math.max(...rows.map(({ cells }) => cells.length), 1);

  function selectUnder({ target }: PointerEvent): void {
    const cell = readCell(target);
    if (cell && (cell.row !== active?.row || cell.column !== active.column)) select(cell);
  }

  return (
    <div
      id={`${id}-grid`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table would need a layout of its own
      role="grid"
      aria-label={lazyStrings.emoji.title}
      className={styles.grid}
      style={{ '--columns': columns } as CSSProperties}
      onPointerMove={selectUnder}
    >
      {rows.map((row, index) => (
        <GridRow
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place
          key={index}
          id={id}
          row={row}
          index={index}
          activeColumn={active?.row === index ? active.column : undefined}
          tone={tone}
          onPick={onPick}
        />
      ))}
    </div>
  );
}

interface GridRowProps {
  id: string;
  row: PickerRow;
  index: number;
  activeColumn: number | undefined;
  tone: SkinTone;
  onPick: (emoji: string) => void;
}

const GridRow = memo(function GridRow({ id, row, index, activeColumn, tone, onPick }: GridRowProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(box, row.isCustom);
  // Of thousands of pictures, only those near the view are drawn and fetched.
  const isDrawn = isNear || activeColumn !== undefined;
  return (
    <>
      {row.title !== undefined && (
        <p className={styles.heading} role="presentation">
          {row.title}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the grid */}
      <div ref={box} role="row" className={styles.row}>
        {isDrawn &&
          row.cells.map((entry, column) => (
            <GridCell
              key={entry.emoji}
              id={cellId(id, { row: index, column })}
              entry={entry}
              tone={tone}
              isActive={column === activeColumn}
              onPick={onPick}
            />
          ))}
      </div>
    </>
  );
});

interface GridCellProps {
  id: string;
  entry: EmojiEntry;
  tone: SkinTone;
  isActive: boolean;
  onPick: (emoji: string) => void;
}

function GridCell({ id, entry: { emoji, name }, tone, isActive, onPick }: GridCellProps) {
  return (
    <button
      type="button"
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the grid
      role="gridcell"
      tabIndex={-1}
      aria-label={name}
      aria-selected={isActive}
      className={styles.cell}
      // The focus stays in the search field.
      onPointerDown={event => event.preventDefault()}
      onClick={() => onPick(emoji)}
    >
      <EmojiGlyph of={applyTone(emoji, tone)} />
    </button>
  );
}

function readCell(target: EventTarget): Cell | undefined {
  const id = target instanceof Element ? target.closest('[role="gridcell"]')?.id : undefined;
  const [column, row] = (id ?? '').split('-').toReversed().map(Number);
  return id === undefined || row === undefined || column === undefined ? undefined : { row, column };
}
