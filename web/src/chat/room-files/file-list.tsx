import type { Message, RoomFileKind } from '@snug/protocol';
import { useCallback, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { usePages } from '../../state/use-pages.ts';
import { useSelected, useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Lightbox } from '../files/lightbox/lightbox.tsx';
import { hasGap } from '../message-lists/has-gap.ts';
import { MessagePages } from '../message-lists/message-pages.tsx';
import { useEvent } from '../message-lists/use-event.ts';
import { FileEntry } from './file-entry.tsx';
import styles from './file-list.module.css';

interface FileListProps {
  roomId: string;
  kind: RoomFileKind;
  onGo: () => void;
}

/** Without messages of blocked people, and those that are deleted or trimmed while it is open. */
export function FileList({ roomId, kind, onGo }: FileListProps) {
  const chat = useChat();
  const { connection, blocks } = chat;
  const read = useCallback(
    async (before: number | undefined) => {
      const input = { roomId, kind, ...(before !== undefined && { before }) };
      const { messages, next } = await connection.command('list_files', input);
      return { rows: messages, next };
    },
    [connection, roomId, kind],
  );
  const pages = usePages<Message, number>(read);
  // Somebody may have deleted one of the files meanwhile.
  useEvent(event => {
    if (hasGap(event, roomId)) pages.reload();
  });
  const blocked = useStore(blocks);
  const deleted = useDeletedIds(roomId);
  const begin = useSelected(chat.room(roomId).view, ({ log }) => log?.room.trimmedBefore ?? 0);
  const [openId, setOpenId] = useState<string>();
  const { noPictures, noFiles, noLinks, noVoice } = lazyStrings.roomFiles;
  const none = { picture: noPictures, file: noFiles, link: noLinks, voice: noVoice }[kind];
  const rows = (pages.list?.rows ?? []).filter(
    ({ id, seq, author }) => seq >= begin && !deleted.has(id) && !blocked.has(author.uid),
  );
  const pictures = rows.flatMap(({ file, author, createdAt }) => (file ? [{ file, author, createdAt }] : []));
  return (
    <>
      <MessagePages
        pages={{ ...pages, list: pages.list && { ...pages.list, rows } }}
        none={none}
        className={kind === 'picture' ? styles.grid : undefined}
        getKey={({ id }) => id}
      >
        {message => <FileEntry message={message} kind={kind} onOpenPicture={setOpenId} onGo={onGo} />}
      </MessagePages>
      {kind === 'picture' && <Lightbox pictures={pictures.toReversed()} openId={openId} onOpen={setOpenId} />}
    </>
  );
}

function useDeletedIds(roomId: string): ReadonlySet<string> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  useEvent(event => {
    if (event.type === 'message_deleted' && event.roomId === roomId)
      setIds(ids => new Set([...ids, event.message.id]));
  });
  return ids;
}
