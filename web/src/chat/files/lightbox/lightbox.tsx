import { Dialog } from '@base-ui/react/dialog';
import type { MessageFile, Person } from '@snug/protocol';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { usePerson } from '../../../people/profiles/use-person.ts';
import { isRightToLeft } from '../../../strings/language.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { strings } from '../../../strings/strings.ts';
import { useCover } from '../../../ui/dialog/use-cover.ts';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import { readKey } from '../../../ui/keyboard/read-key.ts';
import { formatDate, formatTime } from '../../../ui/text/format-time.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Sentence } from '../../../ui/text/sentence.tsx';
import { DownloadLink } from '../view/file-card.tsx';
import styles from './lightbox.module.css';
import { LightboxPicture } from './lightbox-picture.tsx';
import { zoomIn, zoomOut } from './zoom.ts';

export interface SentPicture {
  file: MessageFile;
  author: Person;
  createdAt: number;
}

export interface LightboxProps {
  /** Oldest first. */
  pictures: readonly SentPicture[];
  openId: string | undefined;
  onOpen: (fileId: string | undefined) => void;
}

export function Lightbox({ pictures, openId, onOpen }: LightboxProps) {
  const open = pictures.find(({ file }) => file.id === openId);
  const [last, setLast] = useState(open);
  if (open && open !== last) setLast(open);
  // Keeps the last picture during the closing animation: without it, the backdrop would never fade.
  const shown = open ?? last;
  return (
    <Dialog.Root
      open={useCover(open !== undefined, () => onOpen(undefined))}
      onOpenChange={isOpen => !isOpen && onOpen(undefined)}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        {shown && (
          <LightboxContent
            picture={shown}
            index={pictures.findIndex(({ file }) => file.id === shown.file.id)}
            pictures={pictures}
            onOpen={onOpen}
          />
        )}
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface LightboxContentProps extends Pick<LightboxProps, 'pictures' | 'onOpen'> {
  picture: SentPicture;
  index: number;
}

function LightboxContent({ picture, index, pictures, onOpen }: LightboxContentProps) {
  const { file } = picture;
  const popup = useRef<HTMLDivElement>(null);
  const focus = useRef<FocusBefore>(null);
  const [zoom, setZoom] = useState(1);

  function showNeighbour(step: 1 | -1): void {
    const next = pictures[index + step];
    if (!next) return;
    setZoom(1);
    onOpen(next.file.id);
    // At the first or last picture, the pressed button disappears.
    if (!pictures[index + 2 * step]) popup.current?.focus();
  }

  function onKeyDown({ nativeEvent, ctrlKey, metaKey }: KeyboardEvent): void {
    const key = readKey(nativeEvent);
    if (ctrlKey || metaKey) return;
    if (key === '+' || key === '=') setZoom(zoomIn);
    if (key === '-') setZoom(zoomOut);
    if (key === 'ArrowLeft') showNeighbour(isRightToLeft() ? 1 : -1);
    if (key === 'ArrowRight') showNeighbour(isRightToLeft() ? -1 : 1);
  }

  return (
    <Dialog.Popup
      ref={popup}
      className={styles.popup}
      initialFocus={() => {
        focus.current = findFocus();
        return true;
      }}
      finalFocus={() => (focus.current?.opener?.isConnected ? true : (focus.current?.around ?? true))}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        <PictureInfo picture={picture} />
        {pictures.length > 1 && (
          <span className={styles.count}>{lazyStrings.pictures.countOf(index + 1, pictures.length)}</span>
        )}
        <DownloadLink file={file} />
        <Dialog.Close render={<IconButton label={lazyStrings.controls.close} icon={X} tooltip="none" />} />
      </header>
      <LightboxPicture
        key={file.id}
        picture={file}
        zoom={zoom}
        hasNeighbours={pictures.length > 1}
        onZoom={setZoom}
      />
      {index > 0 && (
        <IconButton
          className={styles.before}
          label={lazyStrings.pictures.previous}
          icon={ChevronLeft}
          isMirroredInRtl
          tooltip="none"
          onClick={() => showNeighbour(-1)}
        />
      )}
      {index < pictures.length - 1 && (
        <IconButton
          className={styles.after}
          label={lazyStrings.pictures.next}
          icon={ChevronRight}
          isMirroredInRtl
          tooltip="none"
          onClick={() => showNeighbour(1)}
        />
      )}
    </Dialog.Popup>
  );
}

/** `around`: receives the focus if the opener is gone, because its message was deleted. */
interface FocusBefore {
  opener: Element | null;
  around: HTMLElement | null | undefined;
}

function findFocus(): FocusBefore {
  const opener = document.activeElement;
  return { opener, around: opener?.closest<HTMLElement>('[role="log"], [role="dialog"]') };
}

function PictureInfo({ picture: { file, author, createdAt } }: { picture: SentPicture }) {
  const { name } = usePerson(author);
  const at = strings.times.dateAndTime(formatDate(createdAt), formatTime(createdAt));
  return (
    <div className={styles.about}>
      <Dialog.Title className={styles.title} dir="auto">
        {file.name}
      </Dialog.Title>
      <p className={styles.sent}>
        <Sentence of={author => lazyStrings.pictures.sentBy(author, at)} with={<Name of={name} />} />
      </p>
    </div>
  );
}
