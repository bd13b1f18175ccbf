import { type ReactNode, useCallback, useState } from 'react';
import { useLazyComponent } from '../../../ui/dialog/use-lazy-component.ts';
import type { Day } from '../rows.ts';

export function usePictureLightbox(days: readonly Day[]): {
  lightbox: ReactNode;
  openPicture: (fileId: string) => void;
} {
  const [Lightbox, load] = useLazyComponent(() =>
    import('./picture-lightbox.tsx').then(module => module.PictureLightbox),
  );
  const [openId, setOpenId] = useState<string>();
  const openPicture = useCallback(
    (fileId: string) => void load().then(isLoaded => isLoaded && setOpenId(fileId)),
    [load],
  );
  return {
    lightbox: Lightbox && <Lightbox days={days} openId={openId} onOpen={setOpenId} />,
    openPicture,
  };
}
