import { Dialog } from '@base-ui/react/dialog';
import type { MessageFile } from '@snug/protocol';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { useOpening } from '../ui/use-opening.ts';
import { isRightToLeft } from '../words/language.ts';
import { lateWords } from '../words/late-words.ts';
import { words } from '../words/words.ts';
import { DownloadLink } from './file-card.tsx';
import styles from './lightbox.module.css';
import { LightboxStage } from './lightbox-stage.tsx';
import { zoomIn, zoomOut } from './zoom.ts';

export interface LightboxProps {
  /** Those that can be looked through, the oldest first. */
  pictures: readonly MessageFile[];
  /** The one that is shown; undefined while the lightbox is closed. */
  openId: string | undefined;
  onOpen: (fileId: string | undefined) => void;
}

/** One picture, as large as the window, and the way to its neighbours. Focus returns to where it came from. */
export function Lightbox({ pictures, openId, onOpen }: LightboxProps) {
  const open = pictures.find(({ id }) => id === openId);
  const [last, setLast] = useState(open);
  if (open && open !== last) setLast(open);
  // Until it has faded away: without it, what is behind it never would.
  const shown = open ?? last;
  return (
    <Dialog.Root open={useOpening(open !== undefined)} onOpenChange={isOpen => !isOpen && onOpen(undefined)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        {shown && (
          <Theatre picture={shown} index={pictures.indexOf(shown)} pictures={pictures} onOpen={onOpen} />
        )}
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface TheatreProps extends Pick<LightboxProps, 'pictures' | 'onOpen'> {
  picture: MessageFile;
  index: number;
}

function Theatre({ picture, index, pictures, onOpen }: TheatreProps) {
  const [zoom, setZoom] = useState(1);

  function go(step: 1 | -1): void {
    const next = pictures[index + step];
    if (!next) return;
    setZoom(1);
    onOpen(next.id);
  }

  function onKeyDown({ key, ctrlKey, metaKey }: KeyboardEvent): void {
    if (ctrlKey || metaKey) return;
    if (key === '+' || key === '=') setZoom(zoomIn);
    if (key === '-') setZoom(zoomOut);
    if (key === 'ArrowLeft') go(isRightToLeft() ? 1 : -1);
    if (key === 'ArrowRight') go(isRightToLeft() ? -1 : 1);
  }

  return (
    <Dialog.Popup className={styles.popup} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <Dialog.Title className={styles.title} dir="auto">
          {picture.name}
        </Dialog.Title>
        {pictures.length > 1 && (
          <span className={styles.count}>{lateWords.pictures.countOf(index + 1, pictures.length)}</span>
        )}
        <DownloadLink file={picture} />
        <Dialog.Close render={<IconButton label={words.shell.close} icon={X} tip="none" />} />
      </header>
      <LightboxStage key={picture.id} picture={picture} zoom={zoom} onZoom={setZoom} />
      {pictures.length > 1 && (
        <>
          <IconButton
            className={styles.before}
            label={lateWords.pictures.previous}
            icon={ChevronLeft}
            isDirected
            tip="none"
            aria-disabled={index === 0}
            onClick={() => go(-1)}
          />
          <IconButton
            className={styles.after}
            label={lateWords.pictures.next}
            icon={ChevronRight}
            isDirected
            tip="none"
            aria-disabled={index === pictures.length - 1}
            onClick={() => go(1)}
          />
        </>
      )}
    </Dialog.Popup>
  );
}
