import { readMarkedWords, type SearchWords } from '@snug/protocol';
import { File } from 'lucide-react';
import { Fragment, useId, useMemo } from 'react';
import { JoinRoom } from '../chat/message-lists/join-room.tsx';
import { ShownWords } from '../chat/messages/text/shown-words.tsx';
import { RoomMark } from '../chat/rooms/room-mark.tsx';
import { useRoomName } from '../people/direct/room-name.ts';
import { PersonAvatar } from '../people/profiles/person-avatar.tsx';
import { usePerson } from '../people/profiles/use-person.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { strings } from '../strings/strings.ts';
import { LinkButton } from '../ui/form/link-button.tsx';
import { formatDate, formatTime } from '../ui/text/format-time.ts';
import { Name } from '../ui/text/name.tsx';
import { createExcerpt } from './excerpt.ts';
import { hitPath } from './hit-path.ts';
import type { FoundMessage } from './kept-messages.ts';
import styles from './search-result.module.css';

interface SearchResultProps {
  found: FoundMessage;
  words: SearchWords;
  onGo: (event: { preventDefault: () => void }) => void;
}

/** A found message, with the words around the first hit. */
export function SearchResult({ found: { message, room }, words, onGo }: SearchResultProps) {
  const { createdAt, text, file } = message;
  const id = useId();
  const author = usePerson(message.author);
  const roomName = useRoomName(room);
  const time = strings.times.dateAndTime(formatDate(createdAt), formatTime(createdAt));
  return (
    <article className={styles.result} aria-label={strings.messages.rowAt(author.name, time)}>
      <header id={id} className={styles.header}>
        <h2 className={styles.room}>
          <RoomMark room={room} />
          <span className={styles.roomName} dir="auto">
            {roomName}
          </span>
        </h2>
        <time className={styles.time} dateTime={new Date(createdAt).toISOString()}>
          {time}
        </time>
      </header>
      <div className={styles.message}>
        <div className={styles.avatar} aria-hidden>
          <PersonAvatar person={author} size={36} />
        </div>
        <div className={styles.words}>
          <p className={styles.author}>
            <Name of={author.name} />
          </p>
          {text !== undefined && (
            <p className={styles.text} dir="auto">
              <MarkedText text={text} words={words} />
            </p>
          )}
          {file && (
            <p className={styles.file} dir="auto">
              <File size={14} strokeWidth={1.8} aria-hidden className={styles.icon} />
              <MarkedWords text={file.name} words={words} />
            </p>
          )}
        </div>
      </div>
      <footer className={styles.footer}>
        <LinkButton href={hitPath(message)} data-result={message.id} aria-describedby={id} onClick={onGo}>
          {lazyStrings.mentions.goToMessage}
        </LinkButton>
        <JoinRoom room={room} />
      </footer>
    </article>
  );
}

/** Without the marks of formatting, unless only they have the words, as the address of a named link does. */
function MarkedText({ text, words }: { text: string; words: SearchWords }) {
  const parts = useMemo(() => {
    const read = createExcerpt(readMarkedWords(text), words);
    if (words.wanted.length === 0 || read.some(({ isHit }) => isHit)) return read;
    const typed = createExcerpt(text, words);
    return typed.some(({ isHit }) => isHit) ? typed : read;
  }, [text, words]);
  return <Parts of={parts} />;
}

function MarkedWords({ text, words }: { text: string; words: SearchWords }) {
  return <Parts of={useMemo(() => createExcerpt(text, words), [text, words])} />;
}

function Parts({ of }: { of: ReturnType<typeof createExcerpt> }) {
  return of.map(({ text, isHit }, index) => {
    const Element = isHit ? 'mark' : Fragment;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text keep their order
      <Element key={index}>
        <ShownWords of={text} />
      </Element>
    );
  });
}
