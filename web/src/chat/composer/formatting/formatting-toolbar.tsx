import { Bold, CodeXml, Italic, Link, List, type LucideIcon, Strikethrough, TextQuote } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import { isApplePlatform } from '../../../ui/keyboard/apple-platform.ts';
import { listKeys } from './format-keys.ts';
import { FORMATS, type Format } from './format-text.ts';
import styles from './formatting-toolbar.module.css';

const ICONS: Record<Format, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: CodeXml,
  quote: TextQuote,
  list: List,
  link: Link,
};

interface FormattingToolbarProps {
  /** The id of the text field. */
  fieldId: string | undefined;
  onFormat: (format: Format) => void;
  onLeave: () => void;
}

/** Roving tabindex: one button is in the tab order, and arrow keys move it. */
export function FormattingToolbar({ fieldId, onFormat, onLeave }: FormattingToolbarProps) {
  const [current, setCurrent] = useState(0);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { currentTarget, key } = event;
    if (key === 'Escape') onLeave();
    const next = findNext(key, current, getComputedStyle(currentTarget).direction === 'rtl');
    if (next === undefined && key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    setCurrent(next);
    currentTarget.querySelectorAll('button')[next]?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its buttons is in the tab order
    <div
      role="toolbar"
      aria-label={lazyStrings.writing.formatting}
      aria-controls={fieldId}
      className={styles.toolbar}
      onKeyDown={onKeyDown}
    >
      {FORMATS.map((format, index) => (
        <IconButton
          key={format}
          label={lazyStrings.writing[format]}
          icon={ICONS[format]}
          title={lazyStrings.writing.withKeys(lazyStrings.writing[format], describeKeys(format))}
          tooltip="none"
          aria-keyshortcuts={listKeys(format, isApplePlatform() ? 'Meta' : 'Control', 'Shift').join('+')}
          tabIndex={index === current ? 0 : -1}
          className={styles.button}
          onFocus={() => setCurrent(index)}
          // The focus and the selection stay in the text field.
          onPointerDown={event => event.preventDefault()}
          onClick={() => onFormat(format)}
        />
      ))}
    </div>
  );
}

function describeKeys(format: Format): string {
  const { keys } = lazyStrings.shortcuts;
  return isApplePlatform()
    ? listKeys(format, '⌘', '⇧').join('')
    : listKeys(format, keys.control, keys.shift).join('+');
}

function findNext(key: string, current: number, isRtl: boolean): number | undefined {
  const last = FORMATS.length - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[key];
  return step === undefined ? undefined : (current + step + last + 1) % (last + 1);
}
