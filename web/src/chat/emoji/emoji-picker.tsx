import { Dialog } from '@base-ui/react/dialog';
import { Popover } from '@base-ui/react/popover';
import { useEffect, useMemo, useRef, useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { classNames } from '../../ui/class-names.ts';
import dialog from '../../ui/dialog/dialog.module.css';
import { useCover } from '../../ui/dialog/use-cover.ts';
import { passKeysTo } from '../../ui/keyboard/key-catcher.ts';
import { LazyAddEmoji } from './adding/lazy-add-emoji.tsx';
import styles from './emoji-picker.module.css';
import { PickerPanel } from './picker-panel.tsx';
import { closeEmojiPicker, type PickerRequest } from './picker-request.ts';

interface EmojiPickerProps {
  request: PickerRequest;
  isOpen: boolean;
}

/** Smaller pages show a sheet. */
const POPOVER_QUERY = '(min-width: 400px) and (min-height: 460px)';

export function EmojiPicker({ request, isOpen }: EmojiPickerProps) {
  const [isPopover] = useState(() => matchMedia(POPOVER_QUERY).matches);
  const field = useRef<HTMLInputElement>(null);
  const [isAdding, setAdding] = useState(false);
  const isTransitioned = useCover(isOpen, closeEmojiPicker);
  const place = useMemo(() => createPlace(request.anchor), [request]);
  useEffect(() => (isOpen ? closeWithRow(request.anchor) : undefined), [isOpen, request]);
  const root = { open: isTransitioned, onOpenChange: (isOpen: boolean) => !isOpen && closeEmojiPicker() };
  const popup = {
    'aria-label': lazyStrings.emoji.title,
    // On touch screens, a focused field would open the on-screen keyboard.
    initialFocus: (by: string) => {
      if (field.current && passKeysTo(field.current)) return false;
      return by === 'touch' || matchMedia('(hover: none)').matches ? true : field.current;
    },
    finalFocus: () => findFocus(request.anchor),
  };
  const panel = (
    <PickerPanel
      field={field}
      onAdd={() => {
        closeEmojiPicker();
        setAdding(true);
      }}
      onPick={emoji => {
        closeEmojiPicker();
        request.onPick(emoji);
      }}
    />
  );
  const adding = (
    <LazyAddEmoji
      isOpen={isAdding}
      onOpenChange={setAdding}
      getFinalFocus={() => findFocus(request.anchor)}
    />
  );
  if (!isPopover)
    return (
      <>
        <Dialog.Root {...root}>
          <Dialog.Portal>
            <Dialog.Backdrop className={dialog.backdrop} />
            <Dialog.Popup {...popup} className={classNames(styles.picker, styles.sheet)}>
              {panel}
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
        {adding}
      </>
    );
  return (
    <>
      <Popover.Root {...root}>
        {/* Inside a landmark, like all content of the page. */}
        <Popover.Portal container={document.querySelector('main')}>
          <Popover.Positioner
            className={styles.place}
            anchor={place}
            side="top"
            align="end"
            sideOffset={6}
            positionMethod="fixed"
            collisionPadding={8}
          >
            <Popover.Popup {...popup} className={classNames(styles.picker, styles.popover)}>
              {panel}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {adding}
    </>
  );
}

/** The place of the anchor, and its last one when the anchor is gone, so that a closing picker stays there. */
function createPlace(anchor: HTMLElement) {
  let last = anchor.getBoundingClientRect();
  const getBoundingClientRect = () => {
    if (anchor.isConnected) last = anchor.getBoundingClientRect();
    return last;
  };
  return { contextElement: anchor, getBoundingClientRect };
}

/** Closes the picker when its message is deleted. */
function closeWithRow(anchor: HTMLElement): () => void {
  const { id = '' } = anchor.closest('article') ?? {};
  const list = findList();
  const closeIfGone = () => {
    if (!document.getElementById(id)) closeEmojiPicker();
  };
  const observer = new MutationObserver(closeIfGone);
  if (list) observer.observe(list, { childList: true, subtree: true });
  closeIfGone();
  return () => observer.disconnect();
}

/** The anchor may be gone or hidden: its message may be outside the view, and touch screens hide the row's buttons. */
function findFocus(anchor: HTMLElement): HTMLElement | null {
  if (anchor.checkVisibility()) return anchor;
  return document.getElementById(anchor.closest('article')?.id ?? '') ?? findList();
}

function findList(): HTMLElement | null {
  return document.querySelector('[role="log"]');
}
