import type { MessageFile } from '@snug/protocol';
import { type CSSProperties, type PointerEvent, useEffect, useRef } from 'react';
import styles from './lightbox-picture.module.css';
import { zoomIn, zoomOut } from './zoom.ts';

interface LightboxPictureProps {
  picture: MessageFile;
  zoom: number;
  hasNeighbours: boolean;
  onZoom: (next: (zoom: number) => number) => void;
}

/** A longer pointer movement is a drag and not a click. */
const MAX_CLICK_MOVEMENT_PX = 4;

/** A click or the wheel zooms; a mouse drags a picture that is larger than the window. */
export function LightboxPicture({ picture, zoom, hasNeighbours, onZoom }: LightboxPictureProps) {
  const { name, url, width = 1, height = 1 } = picture;
  const container = useRef<HTMLDivElement>(null);
  const dragged = useRef(0);
  useWheelZoom(container, onZoom);

  function onPointerDown(): void {
    dragged.current = 0;
  }

  function onPointerMove({ buttons, pointerType, movementX, movementY }: PointerEvent): void {
    if (buttons !== 1 || pointerType !== 'mouse') return;
    dragged.current += Math.abs(movementX) + Math.abs(movementY);
    container.current?.scrollBy(-movementX, -movementY);
  }

  function onClick(): void {
    if (dragged.current <= MAX_CLICK_MOVEMENT_PX) onZoom(zoom => (zoom === 1 ? 2 : 1));
  }

  return (
    <div
      ref={container}
      className={styles.stage}
      style={{ '--width': width, '--height': height, '--zoom': zoom } as CSSProperties}
      data-zoomed={zoom > 1 || undefined}
      data-neighbours={hasNeighbours || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keys + and - do the same */}
      <img className={styles.picture} src={url} alt={name} draggable={false} onClick={onClick} />
    </div>
  );
}

/** React adds passive wheel listeners, which cannot prevent the page from zooming. */
function useWheelZoom(
  container: { current: HTMLElement | null },
  onZoom: LightboxPictureProps['onZoom'],
): void {
  useEffect(() => {
    const { current } = container;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      onZoom(event.deltaY < 0 ? zoomIn : zoomOut);
    };
    current?.addEventListener('wheel', onWheel, { passive: false });
    return () => current?.removeEventListener('wheel', onWheel);
  }, [container, onZoom]);
}
