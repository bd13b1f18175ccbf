import { useMemo } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { Lightbox } from '../../files/lightbox/lightbox.tsx';
import { getFileKind } from '../../files/view/file-kind.ts';
import type { Day } from '../rows.ts';

interface PictureLightboxProps {
  days: readonly Day[];
  openId: string | undefined;
  onOpen: (fileId: string | undefined) => void;
}

/** Leads through the pictures of the list, without those of blocked people. */
export function PictureLightbox({ days, openId, onOpen }: PictureLightboxProps) {
  const blocked = useStore(useChat().blocks);
  const pictures = useMemo(
    () =>
      days
        .flatMap(day => day.rows)
        .flatMap(({ file, author, createdAt }) =>
          file && getFileKind(file) === 'picture' && (file.id === openId || !blocked.has(author.uid))
            ? { file, author, createdAt }
            : [],
        ),
    [days, blocked, openId],
  );
  return <Lightbox pictures={pictures} openId={openId} onOpen={onOpen} />;
}
