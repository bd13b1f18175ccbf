import type { Message, RoomFileKind } from '@snug/protocol';
import { usePerson } from '../../people/profiles/use-person.ts';
import { strings } from '../../strings/strings.ts';
import { AddressLink } from '../../ui/browser/address-link.tsx';
import { formatDate } from '../../ui/text/format-time.ts';
import { AudioPlayer } from '../files/audio/audio-player.tsx';
import { FileCard } from '../files/view/file-card.tsx';
import { GoToMessage } from '../message-lists/go-to-message.tsx';
import styles from './file-entry.module.css';
import { findLinks } from './find-links.ts';

interface FileEntryProps {
  message: Message;
  kind: RoomFileKind;
  onOpenPicture: (fileId: string) => void;
  onGo: () => void;
}

export function FileEntry({ message, kind, onOpenPicture, onGo }: FileEntryProps) {
  const { createdAt } = message;
  const { name } = usePerson(message.author);
  return (
    <article className={styles.entry} aria-label={strings.messages.rowAt(name, formatDate(createdAt))}>
      <Content message={message} kind={kind} onOpenPicture={onOpenPicture} />
      <p className={styles.sent}>
        <bdi>{name}</bdi>
        <time dateTime={new Date(createdAt).toISOString()}>{formatDate(createdAt)}</time>
      </p>
      <GoToMessage message={message} onGo={onGo} />
    </article>
  );
}

function Content({ message, kind, onOpenPicture }: Omit<FileEntryProps, 'onGo'>) {
  const { file, text = '' } = message;
  if (kind === 'link') return <Links text={text} />;
  if (!file) return null;
  if (kind === 'picture')
    return (
      <button
        type="button"
        className={styles.picture}
        aria-haspopup="dialog"
        title={file.name}
        onClick={() => onOpenPicture(file.id)}
      >
        <img src={file.url} alt={file.name} loading="lazy" decoding="async" />
      </button>
    );
  return kind === 'voice' ? <AudioPlayer file={file} /> : <FileCard file={file} />;
}

function Links({ text }: { text: string }) {
  return findLinks(text).map(({ href, label }) => (
    <p key={href} className={styles.link}>
      <AddressLink href={href} dir="auto">
        {label ?? href}
      </AddressLink>
      {label !== undefined && (
        <span className={styles.address} dir="ltr">
          {href}
        </span>
      )}
    </p>
  ));
}
