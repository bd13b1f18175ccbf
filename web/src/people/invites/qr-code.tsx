import { useEffect, useState } from 'react';
import styles from './qr-code.module.css';
import type { QrDrawing } from './qr-drawing.ts';

/** Show the text itself next to it, for people without a scanner. */
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

function useQrDrawing(text: string): QrDrawing | undefined {
  const [drawing, setDrawing] = useState<QrDrawing>();
  useEffect(() => {
    let isCancelled = false;
    import('./qr-drawing.ts').then(
      ({ drawQrCode }) => !isCancelled && setDrawing(drawQrCode(text)),
      () => {
        // Offline. The text next to the code is enough.
      },
    );
    return () => {
      isCancelled = true;
    };
  }, [text]);
  return drawing;
}
