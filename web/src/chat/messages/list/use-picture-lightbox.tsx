import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { useLazyComponent } from '../../../ui/dialog/use-lazy-component.ts';
import { getFileKind } from '../../files/view/file-kind.ts';
import type { Day } from '../rows.ts';

export function usePictureLightbox(days: readonly Day[]): {
  lightbox: ReactNode;
  openPicture: (fileId: string) => void;
} {
  const [Lightbox, load] = useLazyComponent(() =>
    import('../../files/lightbox/lightbox.tsx').then(module => module.Lightbox),
  );
  const [openId, setOpenId] = useState<string>();
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
  const openPicture = useCallback(
    (fileId: string) => void load().then(isLoaded => isLoaded && setOpenId(fileId)),
    [load],
  );
  return {
    lightbox: Lightbox && <Lightbox pictures={pictures} openId={openId} onOpen={setOpenId} />,
    openPicture,
  };
}
