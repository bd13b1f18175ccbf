import { useEffect, useState } from 'react';
import styles from './qr-code.module.css';
import type { QrDrawing } from './qr-drawing.ts';

/** A text for cameras to read. Beside it, the text should be there for everyone else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const drawing = useQrDrawing(text);
  return (
    <svg
      className={styles.code}
      viewBox={drawing && `0 0 ${drawing.size} ${drawing.size}`}
      role="img"
      aria-label={label}
    >
      <path className={styles.modules} d={drawing?.path} />
    </svg>
  );
}

/** Undefined until what draws it is loaded, on first use. */
function useQrDrawing(text: string): QrDrawing | undefined {
  const [drawing, setDrawing] = useState<QrDrawing>();
  useEffect(() => {
    let isCancelled = false;
    import('./qr-drawing.ts').then(
      ({ drawQrCode }) => !isCancelled && setDrawing(drawQrCode(text)),
      () => {
        // Without a connection: the text itself is still there.
      },
    );
    return () => {
      isCancelled = true;
    };
  }, [text]);
  return drawing;
}
